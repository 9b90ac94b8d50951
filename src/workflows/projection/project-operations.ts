import { capturePaymentWorkflow, refundPaymentWorkflow } from "@medusajs/medusa/core-flows";
import { Modules } from "@medusajs/framework/utils";
import { createCurrency, createMoney, toMajor } from "../../gateway/money";
import { crashpoint } from "../../modules/acquiring/crashpoint";
import type { OperationRow } from "../../modules/acquiring/ledger/rows";
import { minorOf } from "../../modules/acquiring/ledger/rows";
import { RECORDING_KEY } from "../../modules/acquiring/recording";
import type { MedusaView, Projection } from "./medusa-view";

/**
 * Books in Medusa what is proven at the gateway and has no row there: a capture
 * or refund whose answer was lost, a void that a query proved. Each booking is
 * marked with the operation's id, so that a crash between the booking and our
 * note of it cannot book it again.
 */
export async function projectOperations(projection: Projection): Promise<void> {
  const { ledger, operations, row, view } = projection;
  const { payment } = view;
  if (!payment) return;
  const named = payment.data?.order_no;
  if (named && named !== row.order_no) {
    // Medusa's payment is another attempt's: what became of this one's money is no news about that.
    for (const { id } of ledger.recording.unrecorded(operations)) await ledger.recording.markRecorded(id);
    return;
  }
  await recordOutsideCapture(projection, payment);
  for (const operation of ledger.recording.unrecorded(operations)) {
    if (operation.kind === "capture") await recordCapture(projection, payment, operation);
    if (operation.kind === "refund") await recordRefund(projection, payment, operation);
    if (operation.kind === "void") await recordVoid(projection, payment, operation);
  }
}

type Payment = NonNullable<MedusaView["payment"]>;

/** Medusa takes amounts as decimal text; a number could not be exact. */
const majorOf = (operation: OperationRow): string =>
  toMajor(createMoney(minorOf(operation.amount), createCurrency(operation.currency)));

async function recordCapture(
  { container, ledger }: Projection,
  payment: Payment,
  operation: OperationRow,
): Promise<void> {
  const isThere = payment.captures.some(
    ({ id, created_by }) => id === operation.idempotency_key || created_by === operation.id,
  );
  if (!isThere) {
    // `is_captured` books without calling the provider; the step hands it on, its type leaves it out.
    const input = { payment_id: payment.id, amount: majorOf(operation), captured_by: operation.id, is_captured: true };
    await capturePaymentWorkflow(container).run({ input });
  }
  crashpoint("project:after-booking");
  await ledger.recording.markRecorded(operation.id);
}

/** The account captures by itself, or somebody did in the gateway's portal: money was taken and no operation of ours did it. */
async function recordOutsideCapture({ container, row, operations }: Projection, payment: Payment): Promise<void> {
  const isOurs = operations.some(({ kind, status }) => kind === "capture" && status === "settled");
  if (row.state !== "captured" || isOurs || payment.captures.length > 0) return;
  const amount = toMajor(createMoney(minorOf(row.captured), createCurrency(row.currency)));
  const input = { payment_id: payment.id, amount, captured_by: row.id, is_captured: true };
  await capturePaymentWorkflow(container).run({ input });
  crashpoint("project:after-booking");
}

async function recordRefund(
  { container, ledger }: Projection,
  payment: Payment,
  operation: OperationRow,
): Promise<void> {
  const isThere = payment.refunds.some(
    ({ id, metadata }) => id === operation.idempotency_key || metadata?.[RECORDING_KEY] === operation.id,
  );
  if (isThere) return ledger.recording.markRecorded(operation.id);
  // The step hands `metadata` on to the refund row, its type leaves it out.
  const input = {
    payment_id: payment.id,
    amount: majorOf(operation),
    note: "The gateway proved this refund after its answer had been lost.",
    metadata: { [RECORDING_KEY]: operation.id },
  };
  await refundPaymentWorkflow(container).run({ input });
  crashpoint("project:after-booking");
}

/** Core asks the provider to cancel, which answers from the ledger, and marks its payment as cancelled. */
async function recordVoid({ container, ledger }: Projection, payment: Payment, operation: OperationRow): Promise<void> {
  if (!payment.canceled_at) await container.resolve(Modules.PAYMENT).cancelPayment(payment.id);
  crashpoint("project:after-booking");
  await ledger.recording.markRecorded(operation.id);
}
