import type { CardPaymentBody, DeviceInput, SessionRef } from "../contract/store";
import type { Payment, Reply } from "./answer";
import { readReply } from "./answer";
import { digitsOf, parseExpiry } from "./card";
import { collectDevice } from "./device";
import { AcquiringError } from "./errors";
import type { CardDraft } from "./validate-card";
import type { Timer, WaitOptions } from "./wait";
import { browserTimer, waitForResult } from "./wait";

/**
 * The storefront's side of the two store routes. No framework and no dependency;
 * it works beside @medusajs/js-sdk or alone. Card data goes straight into one
 * request and is kept nowhere.
 */
export interface AcquiringConfig {
  /** Medusa's address, with or without a trailing slash. */
  readonly backendUrl: string;
  readonly publishableKey: string;
  /** Default: the browser's own. */
  readonly fetch?: typeof fetch;
  /** Default: the browser's clock. */
  readonly timer?: Timer;
}

/** A Medusa payment session of one of our providers. */
export interface PaymentSessionLike {
  readonly id: string;
  readonly data?: Record<string, unknown> | null;
}

export interface CardPaymentInput {
  readonly session: PaymentSessionLike;
  readonly card: CardDraft;
  /** Default: `collectDevice()`. */
  readonly device?: DeviceInput;
}

export interface Acquiring {
  /**
   * Pays the session with a card. Resolves for a decline too (`state: "payable"` with
   * an `error`). Throws `AcquiringError` when the request was refused. When the answer
   * is lost on the way it asks how the session stands, and sends the card no second
   * time; code `network` means that this is still not known: use `waitForResult`.
   */
  payByCard(input: CardPaymentInput): Promise<Payment>;
  /** How the session stands; the server asks the gateway when that is due. */
  status(session: PaymentSessionLike): Promise<Payment>;
  /** Asks until the outcome is known, or the time is over: then the last answer, still `checking`. */
  waitForResult(session: PaymentSessionLike, options?: WaitOptions): Promise<Payment>;
}

const PAY_PATH = "/store/acquiring/card-payments";
const STATUS_PATH = "/store/acquiring/payment-status";

export function createAcquiring(config: AcquiringConfig): Acquiring {
  const base = config.backendUrl.replace(/\/+$/, "");
  const timer = config.timer ?? browserTimer;

  async function post(path: string, body: object, signal?: AbortSignal): Promise<Reply> {
    const send = config.fetch ?? fetch;
    try {
      const response = await send(base + path, {
        method: "POST",
        credentials: "include",
        headers: { "content-type": "application/json", "x-publishable-api-key": config.publishableKey },
        body: JSON.stringify(body),
        ...(signal && { signal }),
      });
      return readReply(response.status, await response.json().catch(() => null));
    } catch (cause) {
      return { kind: "lost", error: new AcquiringError("network", { cause }) };
    }
  }

  const ask = (ref: SessionRef, signal?: AbortSignal): Promise<Reply> => post(STATUS_PATH, ref, signal);

  return {
    payByCard: async ({ session, card, device }) => {
      const ref = refOf(session);
      const reply = await post(PAY_PATH, bodyOf(ref, card, device ?? collectDevice()));
      return reply.kind === "lost" ? afterLoss(reply.error, await ask(ref)) : paymentOf(reply);
    },
    status: async (session) => paymentOf(await ask(refOf(session))),
    waitForResult: async (session, options = {}) => {
      const ref = refOf(session);
      return waitForResult(() => ask(ref, options.signal), options, timer);
    },
  };
}

function paymentOf(reply: Reply): Payment {
  if (reply.kind === "payment") return reply.payment;
  throw reply.error;
}

/** The card was sent and no answer came; `reply` says how the session stands now. */
function afterLoss(error: AcquiringError, reply: Reply): Payment {
  if (reply.kind !== "payment") throw new AcquiringError("network", { cause: error });
  if (reply.payment.state !== "payable") return reply.payment;
  throw error.code === "network" ? new AcquiringError("temporarily_unavailable", { cause: error }) : error;
}

function refOf({ id, data }: PaymentSessionLike): SessionRef {
  const token = data?.token;
  if (typeof token === "string") return { session_id: id, token };
  throw new AcquiringError("session_not_found", {
    cause: "The session's data has no token: it is not of our provider.",
  });
}

function bodyOf(ref: SessionRef, card: CardDraft, device: DeviceInput): CardPaymentBody {
  const expiry = parseExpiry(card.expiry);
  return {
    ...ref,
    device,
    card: {
      number: digitsOf(card.number),
      expiry_month: expiry?.month ?? "",
      expiry_year: expiry?.year ?? "",
      security_code: card.securityCode.trim(),
      holder_first_name: card.firstName.trim(),
      holder_last_name: card.lastName.trim(),
    },
  };
}
