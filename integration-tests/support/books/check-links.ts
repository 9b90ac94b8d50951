import type { JournalAttempt } from "./journal-book";
import type { LinkBook, LinkedOrder } from "./link-book";
import type { MedusaBook, MedusaPayment } from "./medusa-book";
import type { Violation, ViolationCode } from "./violation";

/** At rest: a link is paid once, by one of its own payments; an order is not paid twice; Medusa's summary says the same. */
type Say = (code: ViolationCode, words: string, ids: Readonly<Record<string, string>>) => void;

interface Beside {
  readonly journal: readonly JournalAttempt[];
  readonly medusa: MedusaBook;
  readonly say: Say;
  /** The store permits split payments: several payments of a link, together not more than its order. */
  readonly mayBeParts: boolean;
}

export function checkLinks({ links, orders }: LinkBook, beside: Omit<Beside, "say">): Violation[] {
  const found: Violation[] = [];
  const say: Say = (code, words, ids) => void found.push({ code, words, ids });
  for (const link of links) checkLink(link, { ...beside, say });
  for (const order of orders) checkOrder(order, { ...beside, say });
  return found;
}

function checkLink(link: LinkBook["links"][number], { journal, medusa, say, mayBeParts }: Beside): void {
  const ids = { link: link.id, order: link.orderId };
  const own = journal.filter(({ row }) => row.payment_link_id === link.id);
  const paymentOf = (orderNo: string): MedusaPayment | undefined =>
    medusa.payments.find((payment) => payment.orderNo === orderNo);
  const paying = own.filter(({ row }) => paymentOf(row.order_no)?.canceled === false);
  if (paying.length > 1 && !mayBeParts) {
    const all = paying.map(({ row }) => row.order_no).join(", ");
    say("link_paid_twice", `Medusa has ${String(paying.length)} payments of one link: ${all}.`, ids);
  }
  const payer = own.find(({ row }) => row.id === link.attemptId);
  if (link.isPaid && (!payer || !paymentOf(payer.row.order_no))) {
    say("link_state_differs", `The link is paid by ${String(link.attemptId)}, which Medusa has no payment of.`, ids);
  }
  const isOpenOrder = medusa.orders.some(({ id, canceled }) => id === link.orderId && !canceled);
  if (!link.isPaid && isOpenOrder && paying.some(({ row }) => row.reversal_reason === null)) {
    say("link_state_differs", "Medusa has a payment of the link, which is not marked as paid.", ids);
  }
}

/** Attention items that report an order with too much money. */
const EXPLAINS_SURPLUS = ["late_or_duplicate_payment", "refund_failed", "external_refund"];

function checkOrder(order: LinkedOrder, { journal, medusa, say }: Beside): void {
  const ids = { order: order.id };
  const placed = medusa.orders.find(({ id }) => id === order.id);
  if (!placed) return;
  if (order.paid !== (placed.paid ?? 0n)) {
    const words = `The order's summary says paid ${String(order.paid)}, its transactions ${String(placed.paid)}.`;
    say("medusa_totals_differ", words, ids);
  }
  if (!placed.canceled && order.owed !== order.total - order.paid) {
    const words = `Medusa's summary says ${String(order.owed)} owed of ${String(order.total)}, ${String(order.paid)} paid.`;
    say("medusa_totals_differ", words, ids);
  }
  const payments = medusa.payments.filter(({ cartId, canceled }) => cartId === placed.cartId && !canceled);
  const held = payments.reduce((sum, { amount, refunds }) => sum + amount - refunds.reduce((a, b) => a + b, 0n), 0n);
  const isTold = journal.some(({ attention }) => EXPLAINS_SURPLUS.some((kind) => attention.has(kind)));
  if (held > order.highestTotal && !isTold) {
    const words = `Payments of ${String(held)} are held for an order that was never more than ${String(order.highestTotal)}.`;
    say("order_paid_twice", words, ids);
  }
}
