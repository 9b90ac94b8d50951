import { MedusaError } from "@medusajs/framework/utils";
import type { MedusaContainer } from "@medusajs/framework/types";
import type { ActionOutcome } from "../../api-schema/admin";
import { createCurrency, fromEntered, MoneyError } from "../../gateway/model/money";
import type { Reason } from "../../gateway/model/outcome";
import type { ApprovalCase, Command, CommandResult } from "../../modules/acquiring";
import { WHY_CANNOT_RECORD, dashboardKey } from "../../modules/acquiring";
import type AcquiringModuleService from "../../modules/acquiring/service";
import { resolveLedger } from "../resolve-ledger";
import { projectAttempt } from "../orders/project-attempt";
import { approveRefund } from "../staff-notifications/approve-refund";
import { waitsForChange } from "../orders/credit-lines";
import { loadMedusaPayment } from "../orders/load-medusa-payment";

/** Captures, voids or refunds through the gate. A refusal is a result. No compensation: what was sent stays sent. */
export interface PaymentChange extends Omit<Command, "amount" | "refundsBefore" | "asOnePerson" | "refusalNow"> {
  /** Decimal text in major units; null for a void. */
  readonly amount: string | null;
  /** The actor is a person, not an API key: only people count where two have to approve a refund. */
  readonly isUser?: boolean;
}

/** `isApproved`: the caller has seen to the second person, or none is needed. The rest: see `OperationCommand`. */
export interface ChangeRules {
  readonly isApproved?: boolean;
  readonly refundsBefore?: number;
  readonly asOnePerson?: boolean;
  readonly refusalNow?: Command["refusalNow"];
}

export interface ActionAnswer {
  readonly outcome: ActionOutcome;
  readonly code: string | null;
  readonly message: string | null;
}

export async function changePayment(
  container: MedusaContainer,
  { amount, isUser = false, ...change }: PaymentChange,
  { isApproved = false, refundsBefore, asOnePerson = !isApproved, refusalNow: planned }: ChangeRules = {},
): Promise<ActionAnswer> {
  const ledger = resolveLedger(container);
  const command = { ...change, amount: await minorOf(ledger, change.attemptId, amount) };
  const isNew = change.kind === "refund" && !(await isBegun(ledger, change));
  if (isNew && (await isRefusedByOrder(container, { ...change, amount }))) return ORDER_CHANGING;
  const asked = isNew && !isApproved ? await approvalCaseOf(ledger, command) : null;
  const missing = asked && (await approveRefund(container, asked, { actorId: change.actorId, isUser }));
  if (missing) return { outcome: "not_sent", ...missing };
  const countBefore = asked?.refundsBefore ?? refundsBefore ?? null;
  const isAlone = asOnePerson && asked === null && change.kind === "refund";
  const ofPage = (): Promise<Reason | null> => ledger.refundProposals.planRefusal(change.attemptId);
  const refusalNow = planned ?? (change.kind === "refund" ? ofPage : undefined);
  const rules = { refundsBefore: countBefore, asOnePerson: isAlone, refusalNow };
  const result = await ledger.commands.carryOut({ ...command, ...rules });
  if (result.kind === "misused") throw new MedusaError(MedusaError.Types.INVALID_DATA, result.reason.message);
  // If this fails, the projection stays due and the worker runs it.
  await projectAttempt(container, change.attemptId);
  return answerOf(result);
}

const ORDER_CHANGING: ActionAnswer = {
  outcome: "refused",
  code: "order_changing",
  message: WHY_CANNOT_RECORD.changing,
};

/** One that was not sent is decided again, since other refunds may have been made meanwhile. */
async function isBegun(
  { attempts }: AcquiringModuleService,
  { kind, key }: Pick<Command, "kind" | "key">,
): Promise<boolean> {
  const operation = await attempts.operationByKey(kind, dashboardKey(kind, key));
  return operation !== undefined && operation.status !== "not_sent";
}

/** A refund that needs a second person; null: it does not. */
async function approvalCaseOf(
  ledger: AcquiringModuleService,
  { kind, attemptId, amount }: Pick<Command, "kind" | "attemptId" | "amount">,
): Promise<ApprovalCase | null> {
  return kind === "refund" && amount !== null ? ledger.refundApprovals.ofPayment(attemptId, amount) : null;
}

/** Whether Medusa cannot record the refund in its order now. A refund already started returns its result anyway. */
async function isRefusedByOrder(
  container: MedusaContainer,
  { kind, attemptId, amount }: PaymentChange,
): Promise<boolean> {
  const { attempts } = resolveLedger(container);
  if (kind !== "refund" || amount === null) return false;
  const attempt = await attempts.attempt(attemptId);
  if (!attempt) return false;
  const { order, payment } = await loadMedusaPayment(container, attempt);
  const named = payment?.data?.order_no;
  // Another attempt's payment, no payment and a cancelled order leave the order's total unchanged.
  if (!payment || !order || order.status === "canceled" || (named && named !== attempt.order_no)) return false;
  return waitsForChange(container, order.id, amount);
}

async function minorOf(ledger: AcquiringModuleService, id: string, amount: string | null): Promise<bigint | null> {
  const attempt = await ledger.attempts.attempt(id);
  if (!attempt) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no payment ${id}.`);
  if (amount === null) return null;
  try {
    return fromEntered(amount, createCurrency(attempt.currency)).minor;
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    throw new MedusaError(MedusaError.Types.INVALID_DATA, `amount: ${error.message}`);
  }
}

export const actionOutcome: Readonly<Record<Exclude<CommandResult["kind"], "misused">, ActionOutcome>> = {
  settled: "done",
  pending: "pending",
  declined: "refused",
  refused: "refused",
  unknown: "unknown",
  not_sent: "not_sent",
};

function answerOf(result: Exclude<CommandResult, { kind: "misused" }>): ActionAnswer {
  const outcome = actionOutcome[result.kind];
  return "reason" in result
    ? { outcome, code: result.reason.code, message: result.reason.message }
    : { outcome, code: null, message: null };
}
