import type { CardPaymentBody, DeviceInput, PaymentAnswer, SessionRef } from "../contract/store";
import type { CardDraft } from "./card";
import { parseExpiry } from "./card";
import { collectDevice } from "./device";
import { AcquiringError, isStoreErrorCode } from "./errors";

/**
 * The storefront's side of the two store routes. No framework and no dependency;
 * it works beside @medusajs/js-sdk or alone. Card data goes straight into one
 * request and is kept nowhere.
 */
export interface AcquiringConfig {
  /** Medusa's address, without a trailing slash. */
  readonly backendUrl: string;
  readonly publishableKey: string;
  readonly fetch?: typeof fetch;
}

/** A Medusa payment session of one of our providers. */
export interface PaymentSessionLike {
  readonly id: string;
  readonly data?: Record<string, unknown> | null;
}

export type Payment = PaymentAnswer["payment"];

export interface WaitOptions {
  /** Gives up waiting after this many ms (default 60,000); the payment goes on without us. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  readonly onChange?: (payment: Payment) => void;
}

export interface Acquiring {
  /**
   * Pays the session with a card. Resolves for a decline too (`state: "payable"`
   * with an `error`); throws `AcquiringError` when the request itself was refused.
   */
  payByCard(input: { session: PaymentSessionLike; card: CardDraft; device?: DeviceInput }): Promise<Payment>;
  /** How the session stands; the server asks the gateway when that is due. */
  status(session: PaymentSessionLike): Promise<Payment>;
  /** Polls while the outcome is being checked. */
  waitForResult(session: PaymentSessionLike, options?: WaitOptions): Promise<Payment>;
}

const PAY_PATH = "/store/acquiring/card-payments";
const STATUS_PATH = "/store/acquiring/payment-status";
const OFFLINE =
  "The shop could not be reached. Check your connection; if you had pressed Pay, we check what became of it.";

export function createAcquiring(config: AcquiringConfig): Acquiring {
  const send = config.fetch ?? fetch.bind(globalThis);

  async function post(path: string, body: object): Promise<Payment> {
    let response: Response;
    try {
      response = await send(config.backendUrl + path, {
        method: "POST",
        credentials: "include",
        headers: { "content-type": "application/json", "x-publishable-api-key": config.publishableKey },
        body: JSON.stringify(body),
      });
    } catch {
      throw new AcquiringError("network", OFFLINE);
    }
    const answer: unknown = await response.json().catch(() => null);
    if (response.ok && isAnswer(answer)) return answer.payment;
    throw errorOf(answer);
  }

  const status = (session: PaymentSessionLike): Promise<Payment> => post(STATUS_PATH, refOf(session));

  return {
    status,
    payByCard: ({ session, card, device }) => post(PAY_PATH, bodyOf(refOf(session), card, device ?? collectDevice())),
    waitForResult: (session, options = {}) => poll(() => status(session), options),
  };
}

async function poll(status: () => Promise<Payment>, options: WaitOptions): Promise<Payment> {
  const deadline = Date.now() + (options.timeoutMs ?? 60_000);
  let payment = await status();
  options.onChange?.(payment);
  while (payment.poll_after_ms !== null && Date.now() < deadline && !options.signal?.aborted) {
    const pause = payment.poll_after_ms;
    await new Promise((resolve) => setTimeout(resolve, pause));
    payment = await status();
    options.onChange?.(payment);
  }
  return payment;
}

function refOf({ id, data }: PaymentSessionLike): SessionRef {
  const token = data?.token;
  if (typeof token === "string") return { session_id: id, token };
  throw new AcquiringError("session_not_found", "This payment session is not one of ours; create it again.");
}

function bodyOf(ref: SessionRef, card: CardDraft, device: DeviceInput): CardPaymentBody {
  const expiry = parseExpiry(card.expiry);
  return {
    ...ref,
    device,
    card: {
      number: card.number.replace(/\D/g, ""),
      expiry_month: expiry?.month ?? "",
      expiry_year: expiry?.year ?? "",
      security_code: card.securityCode.trim(),
      holder_first_name: card.firstName.trim(),
      holder_last_name: card.lastName.trim(),
    },
  };
}

const isAnswer = (value: unknown): value is PaymentAnswer =>
  typeof value === "object" && value !== null && "payment" in value && typeof value.payment === "object";

function errorOf(answer: unknown): AcquiringError {
  if (typeof answer !== "object" || answer === null || !("code" in answer) || !isStoreErrorCode(answer.code)) {
    return new AcquiringError(
      "payment_not_available",
      "This way to pay is not available right now. Please choose another one.",
    );
  }
  const message = "message" in answer && typeof answer.message === "string" ? answer.message : "";
  const fields = "fields" in answer && Array.isArray(answer.fields) ? answer.fields.filter(isField) : [];
  return new AcquiringError(answer.code, message, fields);
}

const isField = (value: unknown): value is { field: string; message: string } =>
  typeof value === "object" &&
  value !== null &&
  "field" in value &&
  typeof value.field === "string" &&
  "message" in value &&
  typeof value.message === "string";
