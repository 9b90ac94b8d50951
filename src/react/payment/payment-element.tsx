import type { ReactElement, ReactNode } from "react";
import { useEffect, useRef, useState } from "react";
import { paymentOptions, chosenOption, keyOfMethod, instalmentPlansOf } from "./payment-options";
import { explainEmptyList } from "../parts/explain-empty-list";
import { Panel } from "../parts/panel";
import type { Owed } from "./part-amount";
import { PaymentForm } from "./payment-form";
import type { Notice } from "./payment-state";
import { PaymentProgress } from "./payment-progress";
import { RetryPanel } from "./retry-panel";
import { keyOfPaidFor, paidForOf } from "./paid-for";
import type { Acquiring, AcquiringError, PaidFor, Payment } from "../parts/sdk";
import { Skeleton } from "../parts/skeleton";
import { Surface } from "../parts/surface";
import { useBeforePaint } from "../parts/use-before-paint";
import { useKeptFocus } from "../parts/use-kept-focus";
import { usePart } from "./use-part";
import { usePayment } from "./use-payment";
import { usePaymentDrafts } from "./use-payment-drafts";
import { usePaymentMethods } from "./use-payment-methods";
import { useResumedReturn } from "./use-resumed-return";
import { useSavedCards } from "../saved-cards/use-saved-cards";
import type { LabelOverrides } from "../kit-texts";

/**
 * The whole payment of one cart (`cartId`) or payment link (`payable`), from the list of methods to the result; the shop
 * completes the cart, a link needs no completion.
 */
export type PaymentElementProps = PaidFor & PaymentElementOptions;

export interface PaymentElementOptions {
  /** Create it once, outside of the component or in `useMemo`. */
  readonly acquiring: Acquiring;
  /** Called when the cart can be completed, or the link is paid; once per payment. */
  readonly onComplete: (payment: Payment) => void | Promise<void>;
  readonly onError?: (error: AcquiringError) => void;
  /** Where the customer returns to. Default: this page. */
  readonly returnTo?: string;
  /** Continues a payment when the customer returns to this page. Default: true. */
  readonly handleReturn?: boolean;
  /** Whether a customer is logged in, which saved cards require. Default: false. */
  readonly isLoggedIn?: boolean;
  /** Shows a logged-in customer's saved cards. Default: true. */
  readonly savedCards?: boolean;
  /** Presentation of a hosted card page if the shop's options allow both. */
  readonly presentation?: "page" | "iframe";
  /** The total as text for the button: `€ 42.00`. */
  readonly amount?: string;
  /**
   * What the payment link asks for, as `readLink` returned it. If another amount is due when the customer pays, nothing is
   * sent, and `onError` gets `amount_changed`. If the shop allows split payments (its `smallest_part` is not null), the
   * customer can enter the part to pay, and the button shows it.
   */
  readonly owed?: Owed;
  /** Replaces the button's text. */
  readonly submitLabel?: string;
  /** Shown below the button, such as a sentence about your terms with a link. */
  readonly terms?: ReactNode;
  /** Shows a heading of this level above. Default: none. */
  readonly headingLevel?: 2 | 3 | 4 | 5 | 6;
  /** The heading's text. */
  readonly heading?: string;
  /** Overrides method names by `PaymentMethod.id`: `{ "apm:ideal": "iDEAL" }`. */
  readonly methodNames?: Readonly<Record<string, string>>;
  /** Overrides of single labels. */
  readonly labels?: LabelOverrides;
  /** The shop's captcha, called before each payment. */
  readonly captcha?: () => Promise<string | undefined>;
  readonly className?: string;
}

/** A new cart is a new payment: input and results of another cart are discarded. */
export function PaymentElement(props: PaymentElementProps): ReactElement {
  return <OnePayment key={keyOfPaidFor(props)} {...props} />;
}

const mayBeAskedAgain = ({ code }: AcquiringError): boolean =>
  code === "network" || code === "temporarily_unavailable" || code === "too_many_attempts";

function OnePayment(props: PaymentElementProps): ReactElement {
  const { acquiring, onComplete, onError, returnTo, captcha, isLoggedIn = false } = props;
  const { texts } = acquiring;
  const cartId = "cartId" in props ? props.cartId : null;
  const [wishedKey, setWishedKey] = useState<string | null>(null);
  const [planId, setPlanId] = useState<string | null>(null);
  const [refusals, setRefusals] = useState(0);
  const [hasTried, setTried] = useState(false);
  const root = useRef<HTMLElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const list = usePaymentMethods(acquiring, paidForOf(props));
  const kept = useSavedCards(acquiring, isLoggedIn && props.savedCards !== false);
  const drafts = usePaymentDrafts(texts);
  const part = usePart(acquiring.language, "payable" in props ? props.owed : undefined);
  const control = usePayment({ ...paidForOf(props), acquiring, onComplete, onError, returnTo, captcha });
  const owner = "payable" in props ? props.payable : props.cartId;
  const isEnabled = props.handleReturn !== false;
  const comeBack = useResumedReturn(acquiring, { isEnabled, control, onError, cartId, owner });
  const { state, error } = control;

  // A customer who logs in meanwhile may save cards, which only a new list shows.
  const { reload } = list;
  const listedFor = useRef(isLoggedIn);
  useEffect(() => {
    if (listedFor.current === isLoggedIn) return;
    listedFor.current = isLoggedIn;
    reload();
  }, [isLoggedIn, reload]);

  const { clear, clearCodes, reject } = drafts;
  const { reject: rejectPart } = part;
  const { reload: reloadKept } = kept;
  useBeforePaint(() => {
    if (state.phase !== "paying") clearCodes();
    if (state.phase === "done" || state.phase === "redirecting" || state.phase === "frame") clear();
  }, [state.phase, clear, clearCodes]);

  useKeptFocus(root, comeBack.status === "working" ? "returning" : state.phase);
  useBeforePaint(() => {
    if (error === null) return;
    reject(error);
    rejectPart(error);
    setRefusals((count) => count + 1);
    if (error.code === "saved_card_not_found") reloadKept();
    if (error.code === "instalments_not_available") reload();
  }, [error, reject, rejectPart, reload, reloadKept]);
  useBeforePaint(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);

  const isEmpty = list.status === "ready" && list.value.methods.length === 0;
  useEffect(() => {
    if (isEmpty && cartId !== null) explainEmptyList(cartId);
  }, [cartId, isEmpty]);

  // A return that the server refuses, such as a forged one, does not prevent a payment.
  const refusedReturn: Notice | null = comeBack.error && { kind: "refused", code: comeBack.error.code };

  const body = (): ReactElement => {
    if (comeBack.status === "working") return <Panel kind="busy" text={texts.labels.checking} />;
    if (comeBack.error !== null && mayBeAskedAgain(comeBack.error))
      return <RetryPanel error={comeBack.error} acquiring={acquiring} onRetry={comeBack.retry} />;
    if (state.phase !== "ready" && state.phase !== "paying") {
      return <PaymentProgress acquiring={acquiring} state={state} control={control} />;
    }
    if (list.status === "failed") return <RetryPanel error={list.error} acquiring={acquiring} onRetry={list.reload} />;
    if (list.status === "loading" || kept.status === "loading")
      return <Skeleton text={texts.labels.loading} rows={3} />;
    const choices = paymentOptions(list.value.methods, kept.status === "ready" ? kept.value : []);
    // After an unpaid return the form shows the earlier choice.
    const chosen = chosenOption(choices, wishedKey ?? keyOfMethod(choices, comeBack.returned?.payment.method));
    if (chosen === null) return <Panel kind="plain" text={texts.labels.noMethods} />;
    // The plans are those of the whole amount.
    const plans = part.amount === undefined ? instalmentPlansOf(chosen, list.value.methods) : [];
    const plan = plans.find((each) => each.plan === planId) ?? null;
    return (
      <PaymentForm
        formRef={form}
        choices={choices}
        chosen={chosen}
        onChoose={(key) => {
          setWishedKey(key);
          setPlanId(null);
          drafts.saved.change("");
        }}
        names={props.methodNames ?? {}}
        canSaveCards={isLoggedIn && list.value.canSaveCards}
        drafts={drafts}
        instalments={{ plans, chosen: plan, onChoose: setPlanId, language: acquiring.language }}
        notice={state.phase === "ready" ? (state.notice ?? (hasTried ? null : refusedReturn)) : null}
        isBusy={state.phase === "paying"}
        amount={props.amount}
        language={acquiring.language}
        owed={props.owed}
        part={part.field}
        submitLabel={props.submitLabel}
        terms={props.terms}
        onSubmit={() => {
          setTried(true);
          // Both mark their fields.
          if ([part.check(), drafts.check(chosen)].includes(false)) setRefusals((count) => count + 1);
          else
            void control.pay({
              ...{ providerId: chosen.providerId, method: drafts.methodOf(chosen, props.presentation) },
              ...{ amount: part.amount, owed: "payable" in props ? props.owed : undefined },
              ...(plan && { instalments: plan }),
            });
        }}
      />
    );
  };

  const Heading = props.headingLevel === undefined ? null : (`h${props.headingLevel}` as const);
  return (
    <Surface
      acquiring={acquiring}
      labels={props.labels}
      className={props.className}
      title={(kitTexts) => kitTexts.chooseMethod}
      rootRef={root}
    >
      {Heading && <Heading className="acq-heading">{props.heading ?? texts.labels.chooseMethod}</Heading>}
      {body()}
    </Surface>
  );
}
