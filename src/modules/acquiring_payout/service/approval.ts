import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import {
  approveProblem,
  approverProblem,
  decideProblem,
  involvedProblem,
  rejectProblem,
  submitProblem,
  withdrawProblem,
  wordProblem,
} from "../domain/four-eyes";
import type { PayoutChangeKind } from "../../acquiring";
import { mayHaveLeft } from "../domain/states";
import type { Answer, Done, PayoutPerson, Refused, Stop } from "../payout-api";
import type { PayoutEventKind, PayoutRow } from "../rows";
import { brokenBy } from "./limits-left";
import { contentOf } from "./payload";
import { CHANGED_BEHIND } from "./pre-send-checks";
import type { PayoutServiceContext } from "./service-context";
import { changedMeanwhile, coolingUntil, hoursAfter, noPayout, refused } from "./service-context";
import type { ApprovalContext } from "./approval-context";
import { approvalContext } from "./approval-context";

export class Approval {
  constructor(private readonly context: PayoutServiceContext) {}

  submit(person: PayoutPerson, id: string, payloadHash: string): Promise<Answer<Done>> {
    return this.run(id, async (row, trx) => {
      const { approvalState } = await approvalContext(this.context, trx, row);
      const problem = submitProblem(approvalState, person, this.context.now());
      if (problem !== null) return refused(person.type === "user" ? "not_now" : "forbidden", problem);
      const stale = await this.staleness(trx, row, payloadHash);
      if (stale) return stale;
      const broken = await brokenBy(this.context, trx, { row, withApproved: false });
      if (broken?.isForEver) return refused("not_now", broken.message);
      return this.move(trx, row, {
        columns: { state: "submitted", submitted_at: this.context.now() },
        kind: "submitted",
        person,
      });
    });
  }

  approve(
    person: PayoutPerson,
    id: string,
    { payloadHash, note }: { payloadHash: string; note?: string },
  ): Promise<Answer<Done>> {
    const { options, approvals } = this.context;
    return this.run(id, async (row, trx) => {
      const known = await approvalContext(this.context, trx, row);
      const refusal = this.approveRefusal(known, person) ?? (await this.staleness(trx, row, payloadHash));
      if (refusal) return refusal;
      const broken = await brokenBy(this.context, trx, { row, withApproved: true });
      if (broken) return refused("not_now", broken.message);
      const { version, payload_hash: hash } = row;
      const isNew = !known.approvalState.approvedBy.has(person.id);
      if (isNew) await approvals.add(trx, { payoutId: id, version, actorId: person.id, hash, note: note ?? null });
      const count = known.approvals.length + (isNew ? 1 : 0);
      const columns = { approvals: count, ...this.afterApproval(row, known, count >= options.approvalsNeeded) };
      return this.move(trx, row, { columns, kind: "approved", person, note });
    });
  }

  reject(person: PayoutPerson, id: string, note: string): Promise<Answer<Done>> {
    return this.run(id, async (row, trx) => {
      const { approvalState } = await approvalContext(this.context, trx, row);
      const problem = rejectProblem(approvalState, person, this.context.options);
      if (problem !== null) return refused(this.codeOf(person), problem);
      await this.context.approvals.void(trx, id);
      return this.move(trx, row, { columns: { state: "rejected", approvals: 0 }, kind: "rejected", person, note });
    });
  }

  /** A claimed payout is withdrawn only if the ledger has guaranteed, under this lock, that it is never sent. */
  withdraw(person: PayoutPerson, id: string, { note, stop }: { note: string; stop: Stop }): Promise<Answer<Done>> {
    return this.run(id, async (row, trx) => {
      const wasClaimed = row.state === "sending" || row.synced_version !== null;
      const problem = withdrawProblem(row) ?? (wasClaimed ? await stop(row) : null);
      if (problem !== null) return refused("not_now", problem);
      await this.context.approvals.void(trx, id);
      return this.move(trx, row, { columns: { state: "withdrawn", approvals: 0 }, kind: "withdrawn", person, note });
    });
  }

  /** Its `synced_version` is that of the send which the person saw. */
  mayDecide(person: PayoutPerson, id: string, version?: number): Promise<Answer<Done>> {
    return this.run(id, async (row, trx) => {
      const { approvalState } = await approvalContext(this.context, trx, row);
      const problem = decideProblem(approvalState, person, this.context.options);
      if (problem !== null) return refused(row.state === "unknown" ? "forbidden" : "not_now", problem);
      return version === undefined || row.version === version ? { kind: "done", payout: row } : changedMeanwhile();
    });
  }

  /**
   * The ledger has accepted the resolution. A report by the gateway meanwhile takes precedence; the resolution is kept.
   */
  decide(
    person: PayoutPerson,
    id: string,
    { outcome, note }: { outcome: "paid" | "not_paid"; note: string },
  ): Promise<Answer<Done>> {
    return this.run(id, async (row, trx) => {
      const { approvalState } = await approvalContext(this.context, trx, row);
      if (!mayHaveLeft(row.state) && row.state !== "failed" && row.state !== "cancelled")
        return refused("not_now", "It was never sent, so there is no outcome to record.");
      const problem = wordProblem(approvalState, person, this.context.options);
      if (problem !== null) return refused("forbidden", problem);
      const decided: Partial<PayoutRow> = { decided_by: person.id, decided_result: outcome, decided_note: note };
      if (row.state !== "unknown") return this.move(trx, row, { columns: decided, kind: "decided", person, note });
      const state = outcome === "paid" ? "paid" : "failed";
      const columns: Partial<PayoutRow> = { state, finished_at: this.context.now(), ...decided };
      const answer = await this.move(trx, row, { columns, kind: "decided", person, note });
      const { version } = answer.payout;
      await this.context.audit.note(trx, { payoutId: id, kind: state, version, by: person, announces: [state] });
      return answer;
    });
  }

  private approveRefusal({ approvalState }: ApprovalContext, person: PayoutPerson): Refused | null {
    const problem = approveProblem(approvalState, person, { ...this.context.options, now: this.context.now() });
    if (problem === null) return null;
    const isTheirs = this.codeOf(person) === "forbidden" || involvedProblem(approvalState, person) !== null;
    return refused(approvalState.state === "submitted" && isTheirs ? "forbidden" : "not_now", problem);
  }

  private codeOf(person: PayoutPerson): "forbidden" | "not_now" {
    return approverProblem(this.context.options, person) === null ? "not_now" : "forbidden";
  }

  /** What was shown is the current content, and that is what would be sent. */
  private async staleness(trx: Knex, row: PayoutRow, seen: string): Promise<Refused | null> {
    if (row.payload_hash !== seen) return changedMeanwhile();
    const { isAsHashed } = await contentOf(this.context, trx, row);
    return isAsHashed ? null : refused("not_now", CHANGED_BEHIND);
  }

  private afterApproval(row: PayoutRow, { beneficiary }: ApprovalContext, isEnough: boolean): Partial<PayoutRow> {
    const now = this.context.now();
    const expiresAt = row.expires_at ?? hoursAfter(now, this.context.options.approvalExpiresHours);
    if (!isEnough) return { expires_at: expiresAt };
    const cooling = beneficiary ? coolingUntil(this.context, beneficiary.changed_at) : null;
    return {
      state: "approved",
      approved_at: now,
      expires_at: expiresAt,
      send_after: cooling,
      waits_for: cooling === null ? null : "The beneficiary is new or was changed.",
    };
  }

  private async run(
    id: string,
    work: (row: PayoutRow, trx: Knex.Transaction) => Promise<Answer<Done>>,
  ): Promise<Answer<Done>> {
    return (await this.context.payouts.locked(id, work)) ?? noPayout();
  }

  private async move(
    trx: Knex,
    row: PayoutRow,
    {
      columns,
      kind,
      person,
      note,
    }: { columns: Partial<PayoutRow>; kind: PayoutEventKind; person: PayoutPerson; note?: string },
  ): Promise<Done> {
    const payout = await this.context.payouts.change(trx, row.id, columns);
    const announces = announcedBy(kind, payout);
    await this.context.audit.note(trx, {
      payoutId: row.id,
      kind,
      version: payout.version,
      by: person,
      note,
      announces,
    });
    return { kind: "done", payout };
  }
}

/** One approval of several is no event. */
function announcedBy(kind: PayoutEventKind, { state }: PayoutRow): readonly PayoutChangeKind[] {
  if (kind === "submitted") return ["submitted"];
  return kind === "approved" && state === "approved" ? ["approved"] : [];
}
