import type { Owed } from "./part-amount";
import { isSameAmount } from "./part-amount";
import type { Acquiring, Payment, PaymentSessionLike, PayInput } from "../parts/sdk";
import { AcquiringError } from "../parts/sdk";

/** Steps of a payment: session, captcha, request. A refusal due to a payment in progress becomes its status. */
export interface SendSteps {
  readonly acquiring: Acquiring;
  readonly signal: AbortSignal;
  /** Called when the answer was lost and the outcome is requested. */
  readonly onLost: () => void;
}

/**
 * The newest session of the cart or link; it is replaced whenever the amount changes. Nothing can have been charged here,
 * and nothing will be if a link's session has another amount than the customer saw.
 */
export async function openPaymentSession(
  acquiring: Acquiring,
  input: Parameters<Acquiring["start"]>[0],
  owed?: Pick<Owed, "amount" | "currency">,
): ReturnType<Acquiring["start"]> {
  let session: PaymentSessionLike;
  try {
    session = await acquiring.start(input);
  } catch (error) {
    if (!(error instanceof AcquiringError) || error.code === "network") throw nothingCharged(acquiring, error);
    throw error;
  }
  const { amount, currency } = session.data ?? {};
  const shown = input.amount ?? owed?.amount;
  if (owed === undefined || shown == null || typeof amount !== "string" || typeof currency !== "string") return session;
  if (isSameAmount(amount, shown) && currency.toLowerCase() === owed.currency.toLowerCase()) return session;
  throw new AcquiringError("amount_changed", { texts: acquiring.texts });
}

/** The captcha's response; if it fails, nothing was sent. */
export async function askCaptcha(
  { texts }: Acquiring,
  ask: (() => Promise<string | undefined>) | undefined,
): Promise<string | undefined> {
  try {
    return await ask?.();
  } catch (cause) {
    throw new AcquiringError("captcha_required", { texts, cause });
  }
}

export async function sendPayment({ acquiring, signal, onLost }: SendSteps, input: PayInput): Promise<Payment> {
  try {
    return await acquiring.pay(input);
  } catch (error) {
    if (!(error instanceof AcquiringError)) throw error;
    if (error.code === "network") {
      onLost();
      const payment = await acquiring.waitForResult(input.session, { signal });
      if (payment.state === "payable" && payment.error === null) throw nothingCharged(acquiring, error);
      return payment;
    }
    if (error.code !== "payment_checking" && error.code !== "session_not_payable") throw error;
    const payment = await acquiring.status(input.session);
    // An earlier payment of this session that waits for its customer is not what was paid now.
    const isReplaced = error.code === "payment_checking" && payment.state === "action_required";
    if (payment.state === "payable" || isReplaced) throw error;
    return payment;
  }
}

const nothingCharged = ({ texts }: Acquiring, cause: unknown): AcquiringError =>
  new AcquiringError("temporarily_unavailable", { texts, cause });
