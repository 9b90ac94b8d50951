import { minorOf } from "../../../src/modules/acquiring/ledger/rows/attempt-row";
import type { GatewayBook } from "./gateway-book";
import type { JournalAttempt } from "./journal-book";
import type { MedusaBook, MedusaPayment } from "./medusa-book";
import type { BooksRules, Violation, ViolationCode } from "./violation";

/**
 * Medusa's tables against the journal: one order per cart, the same captures and refunds, no money without an order.
 */
export function checkMedusa(
  medusa: MedusaBook,
  attempts: readonly JournalAttempt[],
  { gateway, atRest, mayBeParts }: { readonly gateway: GatewayBook } & Required<BooksRules>,
): Violation[] {
  const found: Violation[] = [];
  const say = (code: ViolationCode, words: string, ids: Record<string, string>): void => {
    found.push({ code, words, ids });
  };
  const carts = new Set([...medusa.orders.map(({ cartId }) => cartId)]);
  for (const cart of carts) {
    const count = medusa.orders.filter(({ cartId }) => cartId === cart).length;
    if (count > 1) say("double_order", `The cart has ${String(count)} orders.`, { cart });
  }
  if (!atRest) return found;
  for (const attempt of attempts) checkAttempt(medusa, attempt, say);
  for (const order of medusa.orders) checkOrder(medusa, attempts, { order, say });
  // A payment link, and the payment collection that it is paid in, are paid once, like a cart.
  const once = mayBeParts
    ? (["cart_id", "collection_id"] as const)
    : (["cart_id", "collection_id", "payment_link_id"] as const);
  for (const paidFor of once) {
    for (const cart of new Set(attempts.flatMap(({ row }) => row[paidFor] ?? []))) {
      checkCartMoney(
        attempts.filter(({ row }) => row[paidFor] === cart),
        { cart, gateway, say },
      );
    }
  }
  return found;
}

type Say = (code: ViolationCode, words: string, ids: Record<string, string>) => void;

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);

/** Attention items that report money without an order. */
const EXPLAINS_MONEY = [
  "held_review",
  "paid_without_order",
  "late_or_duplicate_payment",
  "amount_mismatch",
  "order_mismatch",
];

function checkAttempt(medusa: MedusaBook, { row, attention }: JournalAttempt, say: Say): void {
  const ids = { attempt: row.id, order_no: row.order_no, cart: row.cart_id ?? "" };
  const payment = medusa.payments.find(({ orderNo }) => orderNo === row.order_no);
  if (payment) return checkPayment({ row, attention }, payment, say);
  const left = minorOf(row.captured) - minorOf(row.refunded) - minorOf(row.refund_pending);
  const holds = row.state === "authorised" || (row.state === "captured" && left > 0n);
  const isExplained = EXPLAINS_MONEY.some((kind) => attention.has(kind));
  if (holds && row.reversal_reason === null && !isExplained) {
    say("money_without_order", `The gateway holds money (${row.state}) that Medusa has no payment for.`, ids);
  }
}

function checkPayment(
  { row, attention }: Pick<JournalAttempt, "row" | "attention">,
  payment: MedusaPayment,
  say: Say,
): void {
  const ids = { attempt: row.id, order_no: row.order_no, payment: payment.id };
  if (attention.has("not_recorded")) return;
  const refunded = minorOf(row.refunded) + minorOf(row.refund_pending);
  const same = sum(payment.captures) === minorOf(row.captured) && sum(payment.refunds) === refunded;
  const isFailedRefund = attention.has("refund_failed") && sum(payment.captures) === minorOf(row.captured);
  if (!same && !isFailedRefund && !attention.has("external_refund")) {
    say(
      "medusa_amount_differs",
      `Medusa says captured ${String(sum(payment.captures))}, refunded ${String(sum(payment.refunds))}; the ledger ${row.captured}, ${String(refunded)}.`,
      ids,
    );
  }
  if (payment.isCaptured !== (row.state === "captured" && sum(payment.captures) >= payment.amount)) {
    const words = payment.isCaptured ? "is captured in full" : "is not captured in full";
    say(
      "medusa_state_differs",
      `Medusa's payment says that it ${words}; the ledger ${row.state} ${row.captured}.`,
      ids,
    );
  }
  if (payment.canceled !== (row.state === "voided")) {
    const words = payment.canceled ? "is cancelled" : "is not cancelled";
    say("medusa_state_differs", `Medusa's payment ${words}, the ledger says ${row.state}.`, ids);
  }
}

function checkOrder(
  medusa: MedusaBook,
  attempts: readonly JournalAttempt[],
  { order, say }: { order: MedusaBook["orders"][number]; say: Say },
): void {
  const ids = { order: order.id, cart: order.cartId };
  const payments = medusa.payments.filter(({ cartId }) => cartId === order.cartId);
  const waits = medusa.sessions.some(
    ({ cartId, status }) => cartId === order.cartId && status === "pending_authorization",
  );
  const isPaid = payments.some(({ canceled }) => !canceled);
  // A payment for a balance belongs to no cart, but to its order's payments.
  const numbers = payments.map(({ orderNo }) => orderNo);
  const isTold = attempts.some(
    ({ row, attention }) => attention.size > 0 && (row.cart_id === order.cartId || numbers.includes(row.order_no)),
  );
  if (!order.canceled && !order.isDraft && !isPaid && !waits && !isTold) {
    say("order_without_money", "The open order has no payment, and no session that waits for one.", ids);
  }
  const booked = sum(payments.flatMap(({ captures }) => captures)) - sum(payments.flatMap(({ refunds }) => refunds));
  if ((order.paid ?? 0n) !== booked) {
    say(
      "medusa_totals_differ",
      `The order's transactions say ${String(order.paid)}, its payments ${String(booked)}.`,
      ids,
    );
  }
  for (const collection of medusa.collections) {
    const own = payments.filter(({ collectionId }) => collectionId === collection.id);
    const captured = sum(own.flatMap(({ captures }) => captures));
    const refunded = sum(own.flatMap(({ refunds }) => refunds));
    if (own.length > 0 && (captured !== collection.captured || refunded !== collection.refunded)) {
      say(
        "medusa_totals_differ",
        `The payment collection says captured ${String(collection.captured)}, refunded ${String(collection.refunded)}; its payments ${String(captured)}, ${String(refunded)}.`,
        { ...ids, collection: collection.id },
      );
    }
    if (own.length > 0 && (collection.status === "completed") !== captured >= collection.amount) {
      say("medusa_state_differs", `The payment collection is ${collection.status}, captured ${String(captured)}.`, {
        ...ids,
        collection: collection.id,
      });
    }
  }
}

/** What the gateway holds for one cart: one payment's money, and nothing that was to be returned. */
function checkCartMoney(
  attempts: readonly JournalAttempt[],
  { cart, gateway, say }: { cart: string; gateway: GatewayBook; say: Say },
): void {
  const holding = attempts.filter(({ row }) => {
    const live = gateway.live.get(row.order_no);
    return live !== undefined && (live.state === "authorised" || live.captured > live.refunded);
  });
  for (const { row } of holding) {
    if (row.reversal_reason !== null) {
      say("not_given_back", `Money that was to be given back (${row.reversal_reason}) is still there.`, {
        attempt: row.id,
        order_no: row.order_no,
        cart,
      });
    }
  }
  const kept = holding.filter(({ row }) => row.reversal_reason === null);
  const isTold = kept.some(({ attention }) => attention.has("late_or_duplicate_payment"));
  if (kept.length > 1 && !isTold) {
    const orders = kept.map(({ row }) => row.order_no).join(", ");
    say("double_money", `The gateway holds money of ${String(kept.length)} payments: ${orders}.`, { cart });
  }
}
