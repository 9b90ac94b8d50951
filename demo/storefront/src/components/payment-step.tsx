import { cardBrand, formatCardNumber, formatExpiry, validateCard } from "medusa-payment-acquiring/sdk";
import type { CardDraft, CardErrors } from "medusa-payment-acquiring/sdk";
import type { FormEvent } from "react";
import { useState } from "react";
import { useShop } from "../lib/shop-context";
import { money } from "../lib/store";
import type { Phase } from "../lib/use-card-payment";
import { useCardPayment } from "../lib/use-card-payment";
import { Field } from "./field";

/** The card form. The card lives in this component's memory and in one request. */
const EMPTY: CardDraft = { number: "", expiry: "", securityCode: "", firstName: "", lastName: "" };

const BUSY: Record<Exclude<Phase, "ready">, string> = {
  paying: "Talking to your bank…",
  checking: "We are checking your payment with the bank. Please do not pay again.",
  placing: "Paid. Placing your order…",
};

export function PaymentStep({ isOpen }: { isOpen: boolean }) {
  const { cart } = useShop();
  const { phase, problem, pay } = useCardPayment(isOpen);
  const [card, setCard] = useState<CardDraft>(EMPTY);
  const [errors, setErrors] = useState<CardErrors>({});

  if (!isOpen || !cart) {
    return (
      <section className="step later">
        <h2>3. Payment</h2>
      </section>
    );
  }
  const isBusy = phase !== "ready";
  const set =
    (name: keyof CardDraft, format: (value: string) => string = (value) => value) =>
    (value: string) =>
      setCard((current) => ({ ...current, [name]: format(value) }));

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const found = validateCard(card, new Date());
    setErrors(found);
    const [first] = Object.keys(found);
    if (first) {
      document.querySelector<HTMLInputElement>(".step [aria-invalid]")?.focus();
      return;
    }
    await pay(card);
    setCard((current) => ({ ...current, securityCode: "" }));
  };

  return (
    <section className="step">
      <h2>3. Payment</h2>
      <form onSubmit={(event) => void submit(event)} noValidate aria-busy={isBusy}>
        <Field
          id="card-number"
          label={`Card number${brandLabel(card.number)}`}
          inputMode="numeric"
          autoComplete="cc-number"
          placeholder="4111 1111 1111 1111"
          maxLength={23}
          value={card.number}
          error={errors.number}
          onValue={set("number", formatCardNumber)}
        />
        <div className="pair">
          <Field
            id="card-expiry"
            label="Expiry"
            inputMode="numeric"
            autoComplete="cc-exp"
            placeholder="MM / YY"
            maxLength={9}
            value={card.expiry}
            error={errors.expiry}
            onValue={set("expiry", formatExpiry)}
          />
          <Field
            id="card-code"
            label="Security code"
            inputMode="numeric"
            autoComplete="cc-csc"
            type="password"
            maxLength={4}
            value={card.securityCode}
            error={errors.securityCode}
            onValue={set("securityCode")}
          />
        </div>
        <div className="pair">
          <Field
            id="card-first-name"
            label="First name on card"
            autoComplete="cc-given-name"
            value={card.firstName}
            error={errors.firstName}
            onValue={set("firstName")}
          />
          <Field
            id="card-last-name"
            label="Last name on card"
            autoComplete="cc-family-name"
            value={card.lastName}
            error={errors.lastName}
            onValue={set("lastName")}
          />
        </div>
        <p role="alert" className="problem" data-testid="pay-error">
          {problem}
        </p>
        <p role="status" className="busy" data-testid={phase === "checking" ? "checking" : "phase"}>
          {phase === "ready" ? "" : BUSY[phase]}
        </p>
        <button className="button wide" data-testid="pay" disabled={isBusy}>
          {isBusy ? <span className="spinner" aria-hidden="true" /> : null}
          {isBusy ? "Please wait" : `Pay ${money(cart.total, cart.currency_code)}`}
        </button>
      </form>
    </section>
  );
}

const brandLabel = (number: string): string => {
  const brand = cardBrand(number);
  return brand ? ` · ${brand === "amex" ? "American Express" : brand.charAt(0).toUpperCase() + brand.slice(1)}` : "";
};
