import { cardBrand, formatCardNumber, formatExpiry, validateCard } from "medusa-payment-acquiring/sdk";
import type { CardBrand, CardDraft, CardErrors, CardField } from "medusa-payment-acquiring/sdk";
import type { FormEvent } from "react";
import { useState } from "react";
import type { CardPayment, Phase } from "../lib/use-card-payment";
import { Field } from "./field";
import { Progress } from "./progress";
import type { StepProps } from "./step";
import { Step } from "./step";

/** The card form. The card lives in this component's memory and in one request. */
const EMPTY: CardDraft = { number: "", expiry: "", securityCode: "", firstName: "", lastName: "" };

const IDS: readonly (readonly [CardField, string])[] = [
  ["number", "card-number"],
  ["expiry", "card-expiry"],
  ["securityCode", "card-code"],
  ["firstName", "card-first-name"],
  ["lastName", "card-last-name"],
];

const BRANDS: Readonly<Record<CardBrand, string>> = {
  visa: "Visa",
  mastercard: "Mastercard",
  amex: "American Express",
  discover: "Discover",
  diners: "Diners Club",
  jcb: "JCB",
  unionpay: "UnionPay",
};

const BUSY: readonly Phase[] = ["paying", "checking", "placing"];

export interface PaymentStepProps extends Pick<StepProps, "state"> {
  readonly payment: CardPayment;
  /** Formatted, as it will be charged. */
  readonly total: string;
}

export function PaymentStep({ state, payment, total }: PaymentStepProps) {
  const [card, setCard] = useState<CardDraft>(EMPTY);
  const [found, setFound] = useState<CardErrors>({});
  const { phase, problem, pay, lookAgain } = payment;
  const errors: CardErrors = { ...payment.cardErrors, ...found };
  const brand = cardBrand(card.number);
  const isBusy = BUSY.includes(phase);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (phase !== "ready") return;
    const problems = validateCard(card, new Date());
    setFound(problems);
    const wrong = IDS.find(([field]) => problems[field] !== undefined);
    if (wrong) document.getElementById(wrong[1])?.focus();
    else void pay(card).then(() => setCard((current) => ({ ...current, securityCode: "" })));
  };

  const bind = (name: CardField) => ({
    value: card[name],
    error: errors[name],
    readOnly: isBusy,
    onValue: (value: string) => setCard((current) => ({ ...current, [name]: value })),
  });

  return (
    <Step title="3. Payment" state={state}>
      <form onSubmit={submit} noValidate aria-busy={isBusy} autoComplete="on">
        <div hidden={phase === "unsettled"}>
          <Field
            {...bind("number")}
            id="card-number"
            label={brand ? `Card number · ${BRANDS[brand]}` : "Card number"}
            inputMode="numeric"
            autoComplete="cc-number"
            format={formatCardNumber}
          />
          <div className="pair">
            <Field
              {...bind("expiry")}
              id="card-expiry"
              label="Expiry"
              inputMode="numeric"
              autoComplete="cc-exp"
              placeholder="MM / YY"
              format={formatExpiry}
            />
            <Field
              {...bind("securityCode")}
              id="card-code"
              label="Security code"
              type="password"
              inputMode="numeric"
              autoComplete="cc-csc"
              maxLength={4}
              placeholder={brand === "amex" ? "4 digits, front" : "3 digits, back"}
            />
          </div>
          <div className="pair">
            <Field
              {...bind("firstName")}
              id="card-first-name"
              label="First name on card"
              autoComplete="cc-given-name"
              maxLength={60}
            />
            <Field
              {...bind("lastName")}
              id="card-last-name"
              label="Last name on card"
              autoComplete="cc-family-name"
              maxLength={60}
            />
          </div>
        </div>
        <p role="alert" className="problem" data-testid="pay-error">
          {problem}
        </p>
        <Progress phase={phase} />
        {phase === "unsettled" ? (
          <button type="button" className="button wide" data-testid="look-again" onClick={() => void lookAgain()}>
            Look again
          </button>
        ) : (
          <button className="button wide" data-testid="pay" disabled={phase !== "ready"}>
            {isBusy ? <span className="spinner" aria-hidden="true" /> : null}
            {isBusy ? "Please wait" : `Pay ${total}`}
          </button>
        )}
        <p className="aside" hidden={phase === "unsettled"}>
          Your card goes to the bank for this one payment. The shop does not keep it.
        </p>
      </form>
    </Step>
  );
}
