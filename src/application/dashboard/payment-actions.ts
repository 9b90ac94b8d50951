import type { MedusaContainer } from "@medusajs/framework/types";
import { MedusaError, Modules } from "@medusajs/framework/utils";
import type {
  Action,
  ActionResult,
  AmountAction,
  DecideAction,
  RefundAction,
  ReplayAction,
} from "../../api-schema/admin";
import type { AdminRequestContext } from "../access/admin-request-context";
import { paymentView } from "./view/order-payments";
import { resolveLedger } from "../resolve-ledger";
import { projectAttempt } from "../orders/project-attempt";
import type { ActionAnswer, PaymentChange } from "./change-payment";
import { changePayment } from "./change-payment";

/** Admin actions on one payment; each returns the outcome with the payment's current state. */
export async function capturePayment(
  context: AdminRequestContext,
  { key, amount }: AmountAction,
): Promise<ActionResult> {
  return change(context, { kind: "capture", key, amount });
}

/** If this is the order's only payment, the order stays as it is: only Medusa cancels orders. */
export async function voidPayment(context: AdminRequestContext, { key }: Action): Promise<ActionResult> {
  return change(context, { kind: "void", key, amount: null });
}

export async function refundPayment(
  context: AdminRequestContext,
  { key, amount, note, reason_id }: RefundAction,
): Promise<ActionResult> {
  await requireReason(context.container, reason_id);
  return change(context, { kind: "refund", key, amount, note: note || null, reasonId: reason_id ?? null });
}

async function change(
  { container, targetId: id, actorId, isUser = false }: AdminRequestContext,
  request: Omit<PaymentChange, "attemptId" | "actorId" | "isUser">,
): Promise<ActionResult> {
  const input = { ...request, attemptId: id, actorId, isUser };
  const result = await changePayment(container, input);
  return { ...result, payment: await paymentView(container, id) };
}

export async function queryPayment({ container, targetId: id }: AdminRequestContext): Promise<ActionResult> {
  await requirePayment(container, id);
  const isAnswered = await resolveLedger(container).checkAttempt(id);
  await projectIfDue(container, id);
  const answer: ActionAnswer = isAnswered ? DONE : NOT_ASKED;
  return { ...answer, payment: await paymentView(container, id) };
}

export async function replayForPayment(
  { container, targetId: id, actorId }: AdminRequestContext,
  { notification_id: notificationId }: ReplayAction,
): Promise<ActionResult> {
  await requirePayment(container, id);
  const result = await resolveLedger(container).replay({ attemptId: id, notificationId, actorId });
  if (result === "not_found") {
    throw new MedusaError(MedusaError.Types.NOT_FOUND, `This payment has no notification ${notificationId}.`);
  }
  await projectIfDue(container, id);
  const outcome = { applied: "done", refused: "refused", pending: "pending" } as const;
  const message = result.status === "applied" ? null : result.message;
  const answer = { outcome: outcome[result.status], code: null, message };
  return { ...answer, payment: await paymentView(container, id) };
}

/** Manual resolution of an operation whose outcome no query can tell. */
export async function decideOfPayment(
  { container, targetId: id, actorId }: AdminRequestContext,
  { operation_id: operationId, resolution, note }: DecideAction,
): Promise<ActionResult> {
  const ledger = resolveLedger(container);
  const attempt = await ledger.attempt(id);
  if (!attempt?.operations.some((operation) => operation.id === operationId)) {
    throw new MedusaError(MedusaError.Types.NOT_FOUND, `The payment ${id} has no operation ${operationId}.`);
  }
  const result = await ledger.manualResolution.decide({ operationId, resolution, actorId, note });
  if (result.kind === "decided") await projectAttempt(container, id);
  const answer: ActionAnswer =
    result.kind === "decided" ? DONE : { outcome: "refused", code: result.reason.code, message: result.reason.message };
  return { ...answer, payment: await paymentView(container, id) };
}

const DONE: ActionAnswer = { outcome: "done", code: null, message: null };
const NOT_ASKED: ActionAnswer = {
  outcome: "not_sent",
  code: "not_asked",
  message: "The gateway did not answer. Open operations are queried again automatically.",
};

/** Shows the answer in Medusa at once, unless a customer's own request is about to do so. */
async function projectIfDue(container: MedusaContainer, id: string): Promise<void> {
  const ledger = resolveLedger(container);
  const dueAt = (await ledger.attempts.attempt(id))?.project_after ?? null;
  if (dueAt === null || dueAt > ledger.now()) return;
  await projectAttempt(container, id);
}

async function requirePayment(container: MedusaContainer, id: string): Promise<void> {
  if (await resolveLedger(container).attempts.attempt(id)) return;
  throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no payment ${id}.`);
}

/** Checked before money moves: an unknown reason would keep the refund from being recorded in Medusa. */
async function requireReason(container: MedusaContainer, reasonId: string | undefined): Promise<void> {
  if (reasonId === undefined) return;
  const [reason] = await container.resolve(Modules.PAYMENT).listRefundReasons({ id: [reasonId] });
  if (!reason) throw new MedusaError(MedusaError.Types.INVALID_DATA, `reason_id: there is no reason ${reasonId}.`);
}
