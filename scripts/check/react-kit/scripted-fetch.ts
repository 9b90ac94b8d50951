import type { Payment, PaymentMethod, SavedCard } from "../../../src/sdk";
import { scriptedSubscriptions } from "./scripted-subscriptions";

/**
 * A store with scripted answers, to show every state of the components. It records requests, so that a check can count
 * payments.
 */
export interface Asked {
  readonly path: string;
  readonly body: unknown;
}

const base: Omit<PaymentMethod, "id" | "mode" | "provider_id" | "name"> = {
  icon: null,
  code: null,
  pays_later: false,
  banks: [],
  fields: [],
  presentations: [],
};
const picture = (text: string, color: string): string =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="52" height="24"><rect width="52" height="24" rx="4" fill="${color}"/><text x="26" y="16" font-size="11" font-family="sans-serif" font-weight="700" fill="#fff" text-anchor="middle">${text}</text></svg>`,
  )}`;

const CARD: PaymentMethod = { ...base, id: "card", mode: "card", provider_id: "pp_card", name: "Card" };
const CHECKOUT: PaymentMethod = {
  ...base,
  id: "checkout",
  mode: "checkout",
  provider_id: "pp_checkout",
  name: "Card",
  presentations: ["page", "iframe"],
};
const IDEAL: PaymentMethod = {
  ...base,
  id: "apm:ideal",
  mode: "apm",
  provider_id: "pp_apm",
  name: "iDEAL",
  code: "ideal",
  // An owner's icon in its own style.
  icon: picture("Own", "#4b5563"),
  banks: [
    { code: "A", name: "First Bank" },
    { code: "B", name: "Second Bank" },
  ],
};
const VOUCHER: PaymentMethod = {
  ...base,
  id: "apm:voucher",
  mode: "apm",
  provider_id: "pp_apm",
  name: "Boleto",
  code: "voucher",
  pays_later: true,
  fields: ["person.document_number", "person.email", "person.birth_date", "person.phone_number"],
};
const TOTAL = { total_amount: "128.00", currency: "EUR" };
const PLANS: PaymentMethod = {
  ...CARD,
  instalments: [
    { plan: "card-4", count: 4, monthly_amount: "32.00", last_amount: "32.00", ...TOTAL },
    { plan: "card-12", count: 12, monthly_amount: "10.66", last_amount: "10.74", ...TOTAL },
  ],
};
const METHODS: Readonly<Record<string, readonly PaymentMethod[]>> = {
  all: [CARD, CHECKOUT, IDEAL, VOUCHER],
  card: [CARD],
  checkout: [CHECKOUT],
  bank: [IDEAL],
  plans: [PLANS, CHECKOUT],
  none: [],
};

const SAVED: readonly SavedCard[] = [
  {
    id: "sc_1",
    mask: "411111******1111",
    brand: "visa",
    expiry_month: "12",
    expiry_year: "2039",
    holder_name: "Ada Lovelace",
    provider_id: "pp_card",
    needs_security_code: true,
  },
  {
    id: "sc_2",
    mask: "555555******4444",
    brand: "mastercard",
    expiry_month: "03",
    expiry_year: "2037",
    holder_name: "Ada Lovelace",
    provider_id: "pp_card",
    needs_security_code: false,
  },
];

const payable: Payment = {
  session_id: "ps_1",
  state: "payable",
  completable: false,
  error: null,
  card: null,
  action: null,
  method: null,
  instructions: null,
  saved_card: null,
  expires_at: null,
  poll_after_ms: null,
};
const paid: Payment = { ...payable, state: "captured", completable: true };
const declined: Payment = { ...payable, error: { code: "card_declined", message: "The payment was not approved." } };
const checking: Payment = { ...payable, state: "checking", poll_after_ms: 250 };
const pending: Payment = { ...payable, state: "pending", completable: true };
const VOUCHER_PAYMENT: Payment = {
  ...pending,
  instructions: {
    status: "waiting",
    method: "multibanco",
    method_name: "Multibanco",
    amount: "1234567.89",
    currency: "EUR",
    expires_at: "2039-12-01T17:30:00.000Z",
    url: `${location.origin}/scripts/check/react-kit/away.html?token=instructions`,
  },
};
const ended = (status: "paid" | "expired" | "cancelled"): Payment =>
  VOUCHER_PAYMENT.instructions === null
    ? VOUCHER_PAYMENT
    : { ...VOUCHER_PAYMENT, instructions: { ...VOUCHER_PAYMENT.instructions, status, expires_at: null, url: null } };
const away = (presentation: "page" | "iframe", token: string): Payment => ({
  ...payable,
  state: "action_required",
  action: {
    kind: "redirect",
    url: `${location.origin}/scripts/check/react-kit/away.html?token=${token}`,
    presentation,
  },
});

/** Answers of `payments` by script name, one per attempt; the last one is repeated. */
const PAYMENTS: Readonly<Record<string, readonly (Payment | "lost" | "hang" | Refusal)[]>> = {
  paid: [paid],
  declined: [declined, paid],
  checking: [checking],
  "checking-long": [checking],
  stuck: [checking],
  lost: ["lost"],
  hang: ["hang"],
  pending: [pending],
  redirect: [away("page", "captured")],
  frame: [away("iframe", "captured")],
  frame_silent: [away("iframe", "captured")],
  "not-set-up": [{ status: 400, code: "return_address_not_allowed" }],
  frame_cancelled: [away("iframe", "cancelled")],
  "plan-gone": [{ status: 409, code: "instalments_not_available" }, paid],
  amount: [{ status: 409, code: "amount_changed" }, paid],
  refused: [
    {
      status: 400,
      code: "card_invalid",
      fields: [{ field: "method.card.number", message: "This card number is not right." }],
    },
    paid,
  ],
  "parts-refused": [
    { status: 400, code: "invalid_request", fields: [{ field: "amount", message: "A part is at least 20.00." }] },
    paid,
  ],
};
/** Successive answers of `payment-status`. */
const STATUS: Readonly<Record<string, readonly Payment[]>> = {
  checking: [checking, paid],
  "checking-long": [checking, checking, checking, checking, paid],
  stuck: [checking],
  lost: [checking, declined],
  frame: [away("iframe", "captured")],
  frame_cancelled: [away("iframe", "cancelled")],
  frame_silent: [paid],
  redirect: [{ ...away("page", "captured"), action: null }],
  voucher: [VOUCHER_PAYMENT],
  "voucher-paid": [VOUCHER_PAYMENT, VOUCHER_PAYMENT, ended("paid")],
  "voucher-expired": [ended("expired")],
  "voucher-cancelled": [ended("cancelled")],
  "no-voucher": [paid],
};
const RETURNED: Readonly<Record<string, { payment: Payment; cancelled: boolean }>> = {
  captured: { payment: paid, cancelled: false },
  declined: { payment: declined, cancelled: false },
  cancelled: { payment: payable, cancelled: true },
  "cancelled-bank": {
    payment: { ...payable, method: { mode: "apm", code: "ideal", provider_id: "pp_apm" } },
    cancelled: true,
  },
  checking: { payment: checking, cancelled: false },
};

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly fields?: readonly { field: string; message: string }[];
}

export interface Script {
  readonly methods: string;
  readonly pay: string;
  readonly saved: string;
  readonly subscriptions: string;
  readonly end: string;
}

export function scriptedFetch(script: Script): { fetch: typeof fetch; asked: Asked[] } {
  const asked: Asked[] = [];
  /** Answers what hangs. */
  const released = new Promise((resolve) => {
    addEventListener("kit:release", resolve);
  });
  const counts = new Map<string, number>();
  const turn = <T>(name: string, answers: readonly T[] | undefined): T | undefined => {
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    return answers?.[Math.min(count, answers.length - 1)];
  };
  const json = (body: unknown, status = 200): Response =>
    new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });
  let saved = [...SAVED];
  const subscriptions = scriptedSubscriptions(script);
  let sessions = 0;

  const answer = (method: string, path: string, body: unknown): Response | Promise<Response> => {
    if (path.includes("/subscriptions")) {
      const answered = subscriptions(method, path);
      if (answered === "lost") throw new TypeError("Failed to fetch");
      return json(answered);
    }
    if (path.endsWith("/payment-methods")) {
      if (script.methods === "hang") return new Promise(() => undefined);
      if (script.methods === "broken" && turn("methods", [true, true, false]) === true)
        return json({ type: "unexpected", code: "temporarily_unavailable", message: "no" }, 503);
      return json({ payment_methods: METHODS[script.methods] ?? METHODS.all, can_save_cards: true });
    }
    if (path.includes("/saved-cards/")) {
      saved = saved.filter(({ id }) => !path.endsWith(id));
      return json({ id: path.split("/").pop(), deleted: true });
    }
    if (path.endsWith("/saved-cards")) return json({ saved_cards: script.saved === "none" ? [] : saved });
    if (path.endsWith("/payment-status"))
      return json({ payment: turn("status", STATUS[script.pay.replace("-broken", "")]) ?? paid });
    if (path.endsWith("/payment-return")) {
      const { return_token: token } = Object(body);
      if (token === "broken" && turn("return", [true, false]) === true) throw new TypeError("Failed to fetch");
      if (token === "forged") return json({ type: "not_found", code: "session_not_found", message: "no" }, 404);
      const returned = RETURNED[String(token)] ?? { payment: paid, cancelled: false };
      const ofCart = ["owes-nothing", "other-cart", "lost-login"].includes(script.pay) ? null : "cart_1";
      const answered = json({ ...returned, session: { session_id: "ps_1", token: "t" }, cart_id: ofCart });
      return token === "hanging" ? released.then(() => answered) : answered;
    }
    if (path.endsWith("/payment-link")) {
      if (script.pay === "guest") return json({ code: "login_required", message: "no" }, 401);
      if (script.pay === "owed-broken" && turn("owed", [true, true, false]) === true)
        throw new TypeError("Failed to fetch");
      const isOwed = script.pay !== "owes-nothing";
      const token = isOwed && method === "POST" ? "acqlnk_1.1.mac" : null;
      const isEdited = script.pay === "owed-edited" && method === "POST" && turn("edited", [false, true]) === true;
      const amount = isOwed ? (isEdited ? "200.00" : "128.00") : null;
      const smallest_part = script.pay.startsWith("parts") ? "10.00" : null;
      return json({
        order_payment: {
          ...{ state: isOwed ? "open" : "nothing_to_pay", amount, currency: "EUR", token, smallest_part },
          url: null,
        },
      });
    }
    if (path.endsWith("/payment-link/session"))
      return json({
        session: { session_id: "ps_1", token: "t" },
        amount: String(Object(body).amount ?? (script.pay === "owed-edited" ? "200.00" : "128.00")),
        currency: "EUR",
      });
    if (path.endsWith("/payments")) {
      const next = turn("pay", PAYMENTS[script.pay]) ?? paid;
      if (next === "hang") return new Promise(() => undefined);
      if (next === "lost") throw new TypeError("Failed to fetch");
      return "status" in next
        ? json({ type: "invalid", message: "English words", ...next }, next.status)
        : json({ payment: next });
    }
    if (path.startsWith("/store/orders/")) {
      if (script.pay === "voucher-broken" && turn("order", [true, true, false]) === true)
        throw new TypeError("Failed to fetch");
      const session = { id: "ps_1", status: "pending_authorization", provider_id: "pp_acquiring-apm_main" };
      const sessions = [{ ...session, data: { token: "t" } }];
      return json({ order: { id: "order_1", payment_collections: [{ payment_sessions: sessions }] } });
    }
    if (path.startsWith("/store/carts/") && ["other-cart", "lost-login"].includes(script.pay)) {
      if (turn("cart", [true, false]) === true && script.pay === "lost-login") throw new TypeError("Failed to fetch");
      const id = script.pay === "lost-login" ? "ps_1" : "ps_2";
      const own = { id, status: "authorized", provider_id: "pp_acquiring-card_main", data: { token: "t" } };
      return json({ cart: { id: "cart_1", payment_collection: { id: "pc_1", payment_sessions: [own] } } });
    }
    if (path.startsWith("/store/carts/")) return json({ cart: { id: "cart_1", payment_collection: null } });
    if (path.endsWith("/payment-sessions")) {
      sessions += 1;
      const session = { id: `ps_${String(sessions)}`, status: "pending", data: { token: "t" }, ...Object(body) };
      return json({ payment_collection: { id: "pc_1", payment_sessions: [session] } });
    }
    if (path.endsWith("/payment-collections"))
      return json({ payment_collection: { id: "pc_1", payment_sessions: [] } });
    return json({ message: `${method} ${path} is not in the script` }, 404);
  };

  return {
    asked,
    fetch: async (input, init) => {
      const path = new URL(String(input), location.href).pathname;
      const body: unknown = typeof init?.body === "string" ? JSON.parse(init.body) : null;
      asked.push({ path, body });
      await new Promise((resolve) => setTimeout(resolve, 60));
      return answer(init?.method ?? "GET", path, body);
    },
  };
}
