import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";
import { createCurrency, fromMajor, MoneyError } from "../../gateway/money";
import type { MedusaPayment, MedusaRow, MedusaSide } from "../../modules/acquiring/domain/differences";
import type { AttemptRow } from "../../modules/acquiring/ledger/rows";
import { RECORDING_KEY } from "../../modules/acquiring/recording";
import type { Range } from "../../modules/acquiring/reconciliation/pages";
import type { MedusaBooks, StrayPayment } from "../../modules/acquiring/reconciliation/request";

/** Medusa's payments, captures, refunds and orders as the reconciliation wants them. Reads only, through Medusa's own query. */
const Amount = z.object({ value: z.union([z.string(), z.number()]).transform(String) });
const Capture = z.object({ id: z.string(), raw_amount: Amount, created_by: z.string().nullish() });
const Refund = z.object({
  id: z.string(),
  raw_amount: Amount,
  metadata: z.record(z.string(), z.unknown()).nullish(),
});

const Payment = z.object({
  id: z.string(),
  currency_code: z.string(),
  raw_amount: Amount,
  canceled_at: z.unknown(),
  provider_id: z.string(),
  payment_session_id: z.string().nullish(),
  payment_session: z.object({ id: z.string() }).nullish(),
  /** Written by our provider alone; names the attempt that the payment was made from. */
  data: z.object({ order_no: z.string().nullish() }).nullish().catch(null),
  captures: z
    .array(Capture)
    .nullish()
    .transform((rows) => rows ?? []),
  refunds: z
    .array(Refund)
    .nullish()
    .transform((rows) => rows ?? []),
});
type Payment = z.infer<typeof Payment>;

const PAYMENT_FIELDS = [
  "id",
  "currency_code",
  "raw_amount",
  "canceled_at",
  "provider_id",
  "data",
  "payment_session_id",
  "payment_session.id",
  "captures.id",
  "captures.raw_amount",
  "captures.created_by",
  "refunds.id",
  "refunds.raw_amount",
  "refunds.metadata",
];
const PAGE = 100;

/** `accountOf` throws for a provider that is not ours. */
export function medusaBooks(container: MedusaContainer, accountOf: (providerId: string) => string): MedusaBooks {
  return {
    of: async (attempts) => {
      const [payments, ordered] = await Promise.all([
        paymentsOf(
          container,
          attempts.map(({ session_id }) => session_id),
        ),
        orderedCarts(
          container,
          attempts.flatMap(({ cart_id }) => cart_id ?? []),
        ),
      ]);
      return new Map(
        attempts.map((attempt) => [attempt.id, sideOf(attempt, payments.get(attempt.session_id), ordered)]),
      );
    },
    payments: (range) => paymentPages(container, range, accountOf),
  };
}

function sideOf(attempt: AttemptRow, payment: Payment | undefined, ordered: ReadonlySet<string>): MedusaSide {
  const named = payment?.data?.order_no;
  const isOwn = !named || named === attempt.order_no;
  return {
    payment: payment && isOwn ? shape(payment) : null,
    isPaidByAnother: payment !== undefined && !isOwn,
    hasOrder: attempt.cart_id === null ? null : ordered.has(attempt.cart_id),
  };
}

function shape({ id, currency_code: currency, raw_amount, canceled_at, captures, refunds }: Payment): MedusaPayment {
  const row = (found: { id: string; raw_amount: z.infer<typeof Amount> }, operationId: string | null): MedusaRow => ({
    id: found.id,
    minor: minorOf(found.raw_amount.value, currency),
    operationId,
  });
  return {
    id,
    currency,
    minor: minorOf(raw_amount.value, currency),
    isCancelled: Boolean(canceled_at),
    captures: captures.map((capture) => row(capture, capture.created_by ?? null)),
    refunds: refunds.map((refund) => {
      const named = refund.metadata?.[RECORDING_KEY];
      return row(refund, typeof named === "string" ? named : null);
    }),
  };
}

/** Null: not a whole number of minor units, or not a currency. */
function minorOf(value: string, currency: string): bigint | null {
  try {
    return fromMajor(value, createCurrency(currency)).minor;
  } catch (error) {
    if (error instanceof MoneyError) return null;
    throw error;
  }
}

const sessionOf = ({ payment_session_id, payment_session }: Payment): string =>
  payment_session_id ?? payment_session?.id ?? "";

async function paymentsOf(container: MedusaContainer, sessionIds: readonly string[]): Promise<Map<string, Payment>> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "payment",
    fields: PAYMENT_FIELDS,
    filters: { payment_session_id: [...sessionIds] },
  });
  return new Map(data.map((row) => Payment.parse(row)).map((payment) => [sessionOf(payment), payment]));
}

async function orderedCarts(container: MedusaContainer, cartIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (cartIds.length === 0) return new Set();
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order_cart",
    fields: ["cart_id", "order_id"],
    filters: { cart_id: [...cartIds] },
  });
  return new Set(data.map((row) => z.object({ cart_id: z.string() }).parse(row).cart_id));
}

async function* paymentPages(
  container: MedusaContainer,
  { accounts, from, to }: Range,
  accountOf: (providerId: string) => string,
): AsyncGenerator<readonly StrayPayment[]> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const providers = accounts.flatMap((account) =>
    ["card", "checkout", "apm"].map((way) => `pp_acquiring-${way}_${account}`),
  );
  let last = "";
  for (;;) {
    const { data } = await query.graph({
      entity: "payment",
      fields: PAYMENT_FIELDS,
      filters: { provider_id: providers, id: { $gt: last }, created_at: { $gte: from, $lt: to } },
      pagination: { take: PAGE, order: { id: "ASC" } },
    });
    const payments = data.map((row) => Payment.parse(row));
    yield payments.map((payment) => ({
      id: payment.id,
      sessionId: sessionOf(payment),
      account: accountOf(payment.provider_id),
      orderNo: payment.data?.order_no ?? null,
      currency: payment.currency_code.toUpperCase(),
      side: { payment: shape(payment), isPaidByAnother: false, hasOrder: null },
    }));
    const tail = payments.at(-1);
    if (!tail || payments.length < PAGE) return;
    last = tail.id;
  }
}
