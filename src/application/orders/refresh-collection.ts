import { ContainerRegistrationKeys, Modules, PaymentCollectionStatus } from "@medusajs/framework/utils";
import type { MedusaContainer } from "@medusajs/framework/types";
import { z } from "@medusajs/framework/zod";
import { createCurrency, createMoney, fromMedusa, toMajor } from "../../gateway/model/money";
import { resolveLedger } from "../resolve-ledger";
import { minorOf } from "../../modules/acquiring";
import type { MedusaPayment, Projection } from "./load-medusa-payment";
import { sumOfMedusaRows } from "./load-medusa-payment";

/** Derived values that core writes last, so a crash loses them: collection sums, status, time of the full capture. */
const Value = z.object({ value: z.union([z.string(), z.number()]).transform(String) });
/** Null until core has calculated it for the first time. */
const Sum = Value.nullish().transform((sum) => sum?.value ?? "0");
const Rows = z
  .array(z.object({ raw_amount: Value }))
  .nullish()
  .transform((rows) => rows ?? []);
/** In a collection's metadata: its status is another one while a change of its order is confirmed (`keepReservation`). */
export const KEPT_UNTIL = "acquiring_kept_until";
const Kept = z.object({ [KEPT_UNTIL]: z.coerce.date() });

const Collection = z.object({
  metadata: z.unknown(),
  currency_code: z.string(),
  status: z.string(),
  raw_amount: Value,
  raw_captured_amount: Sum,
  raw_refunded_amount: Sum,
  payments: z
    .array(z.object({ captures: Rows, refunds: Rows }))
    .nullish()
    .transform((payments) => payments ?? []),
});

/** Returns when to look at its status again, or null. Recalculates the sums without deleted rows; core's may count a concurrent capture that it then deletes. */
export async function refreshCollection(container: MedusaContainer, id: string): Promise<Date | null> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "payment_collection",
    fields: [
      "id",
      "currency_code",
      "status",
      "metadata",
      "raw_amount",
      "raw_captured_amount",
      "raw_refunded_amount",
      "payments.captures.*",
      "payments.refunds.*",
    ],
    filters: { id },
  });
  const collection = Collection.parse(data[0]);
  const currency = createCurrency(collection.currency_code);
  const captured = sumOfMedusaRows(
    collection.payments.flatMap(({ captures }) => captures),
    currency,
  );
  const refunded = sumOfMedusaRows(
    collection.payments.flatMap(({ refunds }) => refunds),
    currency,
  );
  const isCompleted = captured >= fromMedusa(collection.raw_amount.value, currency).minor;
  const wasCompleted = collection.status === PaymentCollectionStatus.COMPLETED.toString();
  const until = keptUntilOf(collection);
  const isKept = until !== null && until <= resolveLedger(container).now();
  const again = isKept ? null : until;
  const isRight =
    !isKept &&
    isCompleted === wasCompleted &&
    fromMedusa(collection.raw_captured_amount, currency).minor === captured &&
    fromMedusa(collection.raw_refunded_amount, currency).minor === refunded;
  if (isRight) return again;
  // Core writes the sums too; its type omits them.
  const sums: CollectionSums = {
    captured_amount: toMajor(createMoney(captured, currency)),
    refunded_amount: toMajor(createMoney(refunded, currency)),
    ...(isCompleted && !wasCompleted && { status: PaymentCollectionStatus.COMPLETED }),
    ...((wasCompleted || isKept) && !isCompleted && { status: PaymentCollectionStatus.AUTHORIZED }),
  };
  await container.resolve(Modules.PAYMENT).updatePaymentCollections(id, sums);
  return again;
}

/** Until when a change of its order may be being confirmed; after that, whoever did it died before restoring the status. */
function keptUntilOf({ metadata, status }: z.infer<typeof Collection>): Date | null {
  const { data } = Kept.safeParse(metadata);
  return data && status === PaymentCollectionStatus.PARTIALLY_CAPTURED.toString() ? data[KEPT_UNTIL] : null;
}

interface CollectionSums {
  readonly captured_amount: string;
  readonly refunded_amount: string;
  readonly status?: PaymentCollectionStatus;
}

/** Sets the time of the full capture once the ledger confirms it and Medusa has the rows. */
export async function showCaptured({ container, ledger, row }: Projection, payment: MedusaPayment): Promise<void> {
  if (payment.captured_at || row.state !== "captured" || minorOf(row.captured) < minorOf(row.requested)) return;
  if (sumOfMedusaRows(payment.captures, createCurrency(row.currency)) < minorOf(row.requested)) return;
  await noteCaptured(container, payment.id, ledger.now());
}

/** Core creates no row for a payment marked as captured in full, so the mark is removed while a row is missing. */
export async function reopenCaptured(
  { container, row }: Projection,
  payment: MedusaPayment,
  amount: bigint,
): Promise<void> {
  const isMissing = sumOfMedusaRows(payment.captures, createCurrency(row.currency)) + amount <= minorOf(row.captured);
  if (payment.captured_at && isMissing) await noteCaptured(container, payment.id, null);
}

/** Core's mark of a full capture may count a row that was removed. Returns the payment as it is then. */
export async function unmarkCaptured(
  { container, row }: Pick<Projection, "container" | "row">,
  payment: MedusaPayment,
): Promise<MedusaPayment> {
  const currency = createCurrency(row.currency);
  const captured = sumOfMedusaRows(payment.captures, currency);
  if (!payment.captured_at || captured >= fromMedusa(payment.raw_amount.value, currency).minor) return payment;
  await noteCaptured(container, payment.id, null);
  return { ...payment, captured_at: null };
}

async function noteCaptured(container: MedusaContainer, id: string, at: Date | null): Promise<void> {
  const captured = { id, captured_at: at };
  await container.resolve(Modules.PAYMENT).updatePayment(captured);
}
