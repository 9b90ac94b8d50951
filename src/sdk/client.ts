/// <reference lib="dom" />
import type { PaymentMethod, SavedCard, SessionRef } from "../api-schema/store";
import type { Payment, Reply } from "./answer";
import { isRecord, replyOf } from "./answer";
import { AcquiringError } from "./errors";
import { speechOf } from "./language";
import { orderPaymentsOf } from "./order-payment";
import { payBodyOf } from "./pay-body";
import type { StatusLimits } from "./requests";
import { createRequests, paymentOf } from "./requests";
import { methodNameOf } from "./texts";
import { findSession, withReturnTo } from "./instructions";
import { forgetReturnToken, currentAddress, ownReturnAddress, returnTokenOf } from "./return-address";
import { startSession } from "./sessions";
import { randomKey, plansOf, subscriptionsOf } from "./subscriptions";
import type { Acquiring, AcquiringConfig, PaymentLink, PaymentSessionLike, Returned } from "./types";
import { browserTimer, waitForResult } from "./wait";

/** Works with @medusajs/js-sdk or alone. Card data goes into a single request and is not kept. */
const ROUTES = "/store/acquiring";

/** Our choice, longer than the captcha may take: until then the server may not have recorded a payment that it received. */
const UNRECORDED_MS = 8_000;
const PAUSE_MS = 1_000;

export function createAcquiring(config: AcquiringConfig): Acquiring {
  const { texts, language } = speechOf(config.texts, config.language);
  const timer = config.timer ?? browserTimer;
  const requests = createRequests(config, texts);
  const spent = new Set<string>();
  /** Of this page: a return whose answer was lost is repeated with it. */
  let returnKey = "";
  const backendOrigin = new URL(config.backendUrl).origin;
  /** Trusted origins of messages: the server, and the pages it redirects a customer to. */
  const origins = new Set([backendOrigin]);
  const known = (payment: Payment): Payment => {
    if (payment.action) origins.add(new URL(payment.action.url).origin);
    return payment;
  };
  const ask = (ref: SessionRef, limits?: StatusLimits): Promise<Reply> =>
    requests.status(`${ROUTES}/payment-status`, ref, limits);
  /** By session whose payment was lost: until when its state `payable` proves nothing. */
  const unrecorded = new Map<string, number>();
  const askAfterLoss = async (ref: SessionRef, limits?: StatusLimits): Promise<Reply | "unrecorded"> => {
    const reply = await ask(ref, limits);
    if (reply.kind !== "payment") return reply;
    if (reply.payment.state === "payable" && timer.now() < (unrecorded.get(ref.session_id) ?? 0)) return "unrecorded";
    unrecorded.delete(ref.session_id);
    return reply;
  };
  const refOf = ({ id, data }: PaymentSessionLike): SessionRef => {
    const token = data?.token;
    if (typeof token === "string") return { session_id: id, token };
    throw new AcquiringError("session_not_found", {
      cause: "The session was not created by this plugin. Create one with start().",
      texts,
    });
  };

  async function comeBack(token: string): Promise<Returned> {
    const body = { return_token: token, key: (returnKey ||= randomKey()) };
    const answer = await requests.outcome("POST", `${ROUTES}/payment-return`, body);
    const { session, cart_id: cartId, cancelled } = answer;
    const reply = replyOf(answer, texts);
    if (!isRecord(session) || typeof session.session_id !== "string" || typeof session.token !== "string")
      throw new AcquiringError("network", { cause: "unreadable answer", texts });
    return {
      payment: known(paymentOf(reply)),
      session: { id: session.session_id, data: { token: session.token } },
      cartId: typeof cartId === "string" ? cartId : null,
      cancelled: cancelled === true,
    };
  }

  return {
    backendOrigin,
    language,
    direction: texts.direction,
    texts,
    listMethods: async (input) => {
      const part = input.amount !== undefined && { amount: input.amount };
      const body = "payable" in input ? { link: input.payable, ...part } : { cart_id: input.cartId };
      const answer = await requests.read("POST", `${ROUTES}/payment-methods`, body);
      return { methods: listOf<PaymentMethod>(answer.payment_methods), canSaveCards: answer.can_save_cards === true };
    },
    start: ({ providerId, amount, ...paidFor }) =>
      startSession(requests, { paidFor, providerId, amount, texts, spent }),
    readLink: async (payable) =>
      linkOf((await requests.read("POST", `${ROUTES}/payment-link`, { link: payable })).payment_link),
    ...orderPaymentsOf(requests, texts),
    pay: async (input) => {
      const ref = refOf(input.session);
      const reply = await requests.pay(`${ROUTES}/payments`, payBodyOf(ref, input));
      const payment = reply.kind === "lost" ? await afterLoss(reply.error, ref) : paymentOf(reply);
      if (payment.error?.code === "session_not_payable") spent.add(ref.session_id);
      return known(payment);
    },
    followAction: ({ action }, navigate = (url) => location.assign(url)) => {
      if (action === null) return false;
      navigate(action.url);
      return true;
    },
    handleReturn: async (address) => {
      const token = returnTokenOf(address ?? currentAddress() ?? "");
      if (token === null) return null;
      if (address === undefined || address === currentAddress()) forgetReturnToken();
      return comeBack(token);
    },
    onFrameReturn: (callback, onError) => {
      let isListening = true;
      const listen = ({ origin, data }: MessageEvent<unknown>): void => {
        if (!origins.has(origin) || !isRecord(data) || data.type !== "acquiring:return") return;
        if (typeof data.return_token !== "string") return;
        comeBack(data.return_token).then(
          (returned) => {
            if (isListening) callback(returned);
          },
          (error: unknown) => {
            if (isListening && error instanceof AcquiringError) onError?.(error);
          },
        );
      };
      addEventListener("message", listen);
      return () => {
        isListening = false;
        removeEventListener("message", listen);
      };
    },
    findSession: (of) => findSession(requests.read, of),
    instructions: async ({ returnTo = ownReturnAddress(), ...of }) => {
      const session = await findSession(requests.read, of);
      if (session === null) return null;
      // A status request for display; it pays nothing.
      const answer = await requests.read("POST", `${ROUTES}/payment-status`, refOf(session));
      const reply = replyOf(answer, texts);
      if (reply.kind !== "payment") throw new AcquiringError("not_loaded", { cause: "unreadable answer", texts });
      return withReturnTo(reply.payment.instructions ?? null, returnTo);
    },
    methodName: (method) => methodNameOf(method, texts.labels),
    status: async (session) => {
      const reply = await askAfterLoss(refOf(session));
      if (reply === "unrecorded") throw new AcquiringError("network", { texts });
      return known(paymentOf(reply));
    },
    waitForResult: async (session, options = {}) => {
      const ref = refOf(session);
      const reply = async (limitMs: number): Promise<Reply> => {
        const status = await askAfterLoss(ref, { signal: options.signal, limitMs });
        return status === "unrecorded" ? { kind: "lost", error: new AcquiringError("network", { texts }) } : status;
      };
      return known(await waitForResult(reply, options, timer));
    },
    savedCards: {
      list: async () => listOf<SavedCard>((await requests.read("GET", `${ROUTES}/saved-cards`)).saved_cards),
      remove: async (id) => {
        await requests.change("DELETE", `${ROUTES}/saved-cards/${encodeURIComponent(id)}`);
      },
    },
    listPlans: (input) => plansOf(requests, input),
    subscriptions: subscriptionsOf(requests, texts),
  };

  /** From our own server, so its shape is that of the API schema. */
  function linkOf(value: unknown): PaymentLink {
    if (isPaymentLink(value)) return value;
    throw new AcquiringError("not_loaded", { cause: "unreadable answer", texts });
  }

  /** The session's status after a payment without an answer. An answer of our own server means that it has ended. */
  async function afterLoss(error: AcquiringError, ref: SessionRef): Promise<Payment> {
    if (error.code === "network") unrecorded.set(ref.session_id, timer.now() + UNRECORDED_MS);
    let reply = await askAfterLoss(ref);
    for (; reply === "unrecorded"; reply = await askAfterLoss(ref)) await timer.pause(PAUSE_MS);
    if (reply.kind !== "payment") throw new AcquiringError("network", { cause: error, texts });
    if (reply.payment.state !== "payable") return reply.payment;
    throw error.code === "network" ? new AcquiringError("temporarily_unavailable", { cause: error, texts }) : error;
  }
}

const isPaymentLink = (value: unknown): value is PaymentLink =>
  isRecord(value) && typeof value.state === "string" && typeof value.currency === "string";

/** From our own server, so its shape is that of the API schema. */
function listOf<Item>(value: unknown): readonly Item[] {
  return Array.isArray(value) ? value : [];
}
