import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";
import type { AdminOrderPayments, AdminPayment } from "../../contract/admin";
import { AttentionKind, TimelineKind } from "../../contract/admin";
import { attentionKinds } from "../../modules/acquiring/domain/attention-kinds";
import { expiryOf } from "../../modules/acquiring/ledger/schedule";
import { createCurrency, createMoney, toMajor } from "../../gateway/money";
import { disputeOf } from "../../modules/acquiring/ledger/dispute";
import type { AttemptReport } from "../../modules/acquiring/ledger/report";
import { reportOfCart } from "../../modules/acquiring/ledger/report";
import { minorOf } from "../../modules/acquiring/ledger/rows";
import { ledgerOf } from "../ledger-of";

/** An order's payments in the words of the admin contract: the ledger's rows, shaped. */
export async function orderPayments(container: MedusaContainer, orderId: string): Promise<AdminOrderPayments> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const { data: orders } = await query.graph({
    entity: "order",
    fields: [
      "id",
      "payment_collections.payments.id",
      "payment_collections.payments.data",
      "payment_collections.payments.payment_session.id",
    ],
    filters: { id: orderId },
  });
  if (!orders[0]) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no order ${orderId}.`);
  const { data: links } = await query.graph({
    entity: "order_cart",
    fields: ["cart_id"],
    filters: { order_id: orderId },
  });
  const cartId = z.object({ cart_id: z.string() }).optional().parse(links[0])?.cart_id;
  if (!cartId) return { payments: [] };
  const payments = paymentsOf(orders[0]);
  const reports = await reportOfCart(ledgerOf(container).ledger.connection, cartId);
  return { payments: reports.map((report) => shape(report, payments)) };
}

const OrderPayment = z.object({
  id: z.string(),
  /** Written by our provider alone; names the attempt that the payment was made from. */
  data: z.object({ order_no: z.string().nullish() }).nullish().catch(null),
  payment_session: z.object({ id: z.string() }).nullish(),
});
type OrderPayment = z.infer<typeof OrderPayment>;

const OrderPayments = z.object({
  payment_collections: z.array(z.object({ payments: z.array(OrderPayment.nullish()).nullish() }).nullish()).nullish(),
});

function paymentsOf(order: unknown): readonly OrderPayment[] {
  const collections = OrderPayments.parse(order).payment_collections ?? [];
  return collections.flatMap((collection) => (collection?.payments ?? []).flatMap((payment) => payment ?? []));
}

/** Medusa's payment of this very attempt: a session may have others, given up, whose money came late. */
function paymentIdOf(attempt: AttemptReport["attempt"], payments: readonly OrderPayment[]): string | null {
  const ofSession = payments.find(({ payment_session }) => payment_session?.id === attempt.session_id);
  const named = ofSession?.data?.order_no;
  return ofSession && (!named || named === attempt.order_no) ? ofSession.id : null;
}

const ThreeDs = z
  .object({
    used: z.boolean().nullable(),
    result: z.string().nullable(),
    eci: z
      .string()
      .nullish()
      .transform((eci) => eci ?? null),
  })
  .nullable()
  .catch(null);
const Risk = z
  .object({
    action: z.string().nullable(),
    score: z.string().nullable(),
    reasons: z.array(z.object({ name: z.string(), status: z.string() })),
  })
  .nullable()
  .catch(null);

function disputeIn(column: unknown, major: (minor: bigint) => string): AdminPayment["dispute"] {
  const dispute = disputeOf(column);
  return dispute && { ...dispute, amount: dispute.amount === null ? null : major(dispute.amount) };
}

function shape(
  { attempt, operations, entries, attention }: AttemptReport,
  payments: readonly OrderPayment[],
): AdminPayment {
  const currency = createCurrency(attempt.currency);
  const major = (minor: string | bigint): string => toMajor(createMoney(minorOf(minor.toString()), currency));
  const given = minorOf(attempt.refunded) + minorOf(attempt.refund_pending);
  return {
    id: attempt.id,
    account: attempt.account,
    mode: attempt.mode,
    method: attempt.method,
    state: attempt.state,
    currency: attempt.currency,
    amounts: {
      requested: major(attempt.requested),
      authorised: major(attempt.authorised),
      captured: major(attempt.captured),
      refunded: major(given),
      refund_pending: major(attempt.refund_pending),
      refundable: major(minorOf(attempt.captured) - given),
    },
    card: attempt.card_mask ? { mask: attempt.card_mask, brand: attempt.card_brand } : null,
    three_ds: ThreeDs.parse(attempt.three_ds ?? null),
    risk: Risk.parse(attempt.risk ?? null),
    dispute: disputeIn(attempt.dispute, major),
    expires_at: expiryOf(attempt, attempt.state)?.toISOString() ?? null,
    order_no: attempt.order_no,
    gateway_payment_id: attempt.gateway_payment_id,
    medusa_payment_id: paymentIdOf(attempt, payments),
    created_at: attempt.created_at.toISOString(),
    open_operations: operations
      .filter(({ status }) => status === "sending" || status === "unknown" || status === "pending")
      .map((operation) => ({
        id: operation.id,
        kind: operation.kind,
        status: operation.status,
        amount: major(operation.amount),
        since: operation.sent_at.toISOString(),
        message: operation.result_message,
      })),
    attention: attention.map(({ id, kind, message, raised_at }) => ({
      id,
      kind: AttentionKind.parse(kind),
      action: attentionKinds[AttentionKind.parse(kind)].action,
      message,
      raised_at: raised_at.toISOString(),
    })),
    timeline: entries.map((entry) => ({
      id: entry.id,
      at: entry.occurred_at.toISOString(),
      kind: TimelineKind.parse(entry.kind),
      amount: entry.amount === null ? null : major(entry.amount),
      actor: entry.actor,
      source: entry.source,
      code: entry.code,
      message: entry.message,
    })),
  };
}
