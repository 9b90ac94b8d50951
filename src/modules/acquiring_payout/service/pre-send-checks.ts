import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { MedusaError } from "@medusajs/framework/utils";
import { contentProblem, fallenApprovals } from "../domain/four-eyes";
import type { PayoutPerson, Send } from "../payout-api";
import type { PayoutRow } from "../rows";
import { contentOf } from "./payload";
import type { PayoutServiceContext } from "./service-context";
import type { ApprovalContext } from "./approval-context";

/** The hash covers the unit of its amount too. */
export const CHANGED_BEHIND =
  'Stored data no longer matches what was approved. Do not pay. If "payout.amountUnit" was changed, edit it and submit it again.';
const NO_ACCOUNT = "Its account can no longer pay out. Choose another account, here or in a copy.";

export interface SendContext {
  readonly row: PayoutRow;
  readonly known: ApprovalContext;
  readonly people: readonly PayoutPerson[];
  readonly doubt: string | null;
}

export interface FailedCheck {
  readonly actors: readonly string[];
  readonly message: string;
  readonly left: number;
}

/** The invalid approvals and the reasons; null: enough are valid. */
export async function failedCheck(
  context: PayoutServiceContext,
  trx: Knex,
  { row, known, people, doubt }: SendContext,
): Promise<FailedCheck | null> {
  const { now, options } = context;
  const given = known.approvals.map((each) => ({ actorId: each.actor_id, payloadHash: each.payload_hash }));
  const { isAsHashed } = await contentOf(context, trx, row);
  const account = options.accounts.includes(row.account) ? null : NO_ACCOUNT;
  const problem = isAsHashed ? (doubt ?? account ?? contentProblem(known.approvalState, now())) : CHANGED_BEHIND;
  if (problem !== null) return { actors: given.map(({ actorId }) => actorId), message: problem, left: 0 };
  const gone = fallenApprovals(known.approvalState, given, { approvers: options.approvers, people });
  const left = given.length - gone.length;
  const message = gone[0]?.reason ?? "It needs more approvals.";
  if (left >= options.approvalsNeeded) return null;
  return { actors: gone.map(({ actorId }) => actorId), message, left };
}

export async function sendOf(
  context: PayoutServiceContext,
  trx: Knex,
  { row, approvals }: { readonly row: PayoutRow; readonly approvals: ApprovalContext["approvals"] },
): Promise<Send> {
  const { payload, isAsHashed } = await contentOf(context, trx, row);
  if (!isAsHashed)
    throw new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      `The payout ${row.id} no longer matches what was approved: its stored data was changed. Nothing is sent.`,
    );
  return {
    payoutId: row.id,
    requestId: row.request_id,
    account: row.account,
    currency: row.currency,
    amountMinor: BigInt(row.amount),
    payloadHash: row.payload_hash,
    actorId: approvals.at(-1)?.actor_id ?? null,
    seenVersion: row.synced_version,
    request: () => payload,
  };
}
