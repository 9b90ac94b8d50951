import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { MedusaError } from "@medusajs/framework/utils";
import { contentProblem, fallenApprovals, isExpired } from "../domain/four-eyes";
import type { Claim, Directory, Person, Send } from "../face";
import type { PayoutRow } from "../rows";
import { brokenBy } from "./allowance";
import { contentOf } from "./content";
import type { Parts } from "./parts";
import { coolingUntil } from "./parts";
import type { Known } from "./standing";
import { knownOf } from "./standing";

/**
 * The moment before money leaves: everything that was true when it was approved has to be true now, in the one transaction that moves it
 * to `sending`. After it nothing of ours stops it, and nothing sends it twice: the ledger has one send for a payout.
 */
const MINUTE_MS = 60_000;
/** How often a payout looks again whether a limit lets it through. Our choice. */
const LOOK_AGAIN_MS = 5 * MINUTE_MS;
/** Between the claim and the ledger's own row are milliseconds; after this its process died. Our choice. */
const STUCK_MS = 2 * MINUTE_MS;

export class Sending {
  constructor(private readonly parts: Parts) {}

  async claim(id: string, directory: Directory): Promise<Claim> {
    const { payouts, approvals } = this.parts;
    // Before the lock: people are looked up over a connection of their own.
    const asked = (await approvals.of(this.parts.pg, id)).map(({ actor_id: actor }) => actor);
    const people = await directory(asked);
    const claim = await payouts.locked(id, async (row, trx): Promise<Claim> => {
      if (row.state !== "approved") return { kind: "nothing" };
      const known = await knownOf(this.parts, trx, row);
      // Others approved it meanwhile: they are looked up the next time.
      if (known.approvals.some(({ actor_id: actor }) => !asked.includes(actor))) return { kind: "nothing" };
      return (await this.fallBack(trx, row, { known, people })) ?? this.send(trx, row, known);
    });
    return claim ?? { kind: "nothing" };
  }

  async resume(id: string): Promise<Send | null> {
    const send = await this.parts.payouts.locked(id, async (row, trx) =>
      row.state === "sending" ? this.sendOf(trx, row, await this.parts.approvals.of(trx, id)) : null,
    );
    return send ?? null;
  }

  due(limit: number): Promise<string[]> {
    return this.parts.payouts.dueIn(["approved"], "send_after", { before: this.parts.now(), limit, orNever: true });
  }

  stuck(limit: number): Promise<string[]> {
    const before = new Date(this.parts.now().getTime() - STUCK_MS);
    return this.parts.payouts.dueIn(["sending"], "claimed_at", { before, limit });
  }

  async expire(limit: number): Promise<string[]> {
    const { payouts, now } = this.parts;
    const ids = await payouts.dueIn(["submitted", "approved"], "expires_at", { before: now(), limit });
    const expired: string[] = [];
    for (const id of ids) {
      const done = await payouts.locked(id, async (row, trx) => {
        if ((row.state !== "submitted" && row.state !== "approved") || !isExpired({ expiresAt: row.expires_at }, now()))
          return false;
        await this.expireOne(trx, row);
        return true;
      });
      if (done) expired.push(id);
    }
    return expired;
  }

  /** What was approved is not so any more: null when it still is. */
  private async fallBack(
    trx: Knex,
    row: PayoutRow,
    { known, people }: { readonly known: Known; readonly people: readonly Person[] },
  ): Promise<Claim | null> {
    const { now, options } = this.parts;
    if (isExpired({ expiresAt: row.expires_at }, now())) {
      const payout = await this.expireOne(trx, row);
      return { kind: "fell_back", payout, message: "Its approvals were not used in time." };
    }
    const given = known.approvals.map((each) => ({ actorId: each.actor_id, payloadHash: each.payload_hash }));
    const { isAsHashed } = await contentOf(this.parts, trx, row);
    const problem = isAsHashed
      ? contentProblem(known.standing, now())
      : "Its rows were changed behind the desk's back; do not pay it.";
    if (problem !== null)
      return this.takeBack(trx, row, { actors: given.map(({ actorId }) => actorId), message: problem });
    const fallen = fallenApprovals(known.standing, given, { approvers: options.approvers, people });
    const left = given.length - fallen.length;
    const message = fallen[0]?.reason ?? "More people have to approve it than did.";
    if (left >= options.approvalsNeeded) return null;
    return this.takeBack(trx, row, { actors: fallen.map(({ actorId }) => actorId), message, left });
  }

  private async send(trx: Knex, row: PayoutRow, known: Known): Promise<Claim> {
    const cooling = known.beneficiary ? coolingUntil(this.parts, known.beneficiary.changed_at) : null;
    if (cooling) return this.wait(trx, row, { until: cooling, message: "The beneficiary is new or was changed." });
    const { beneficiary } = known;
    const broken = await brokenBy(this.parts, trx, { row, beneficiary, withApproved: false });
    if (broken?.isForEver) {
      const actors = known.approvals.map(({ actor_id: id }) => id);
      return this.takeBack(trx, row, { actors, message: broken.message });
    }
    if (broken) {
      const until = new Date(this.parts.now().getTime() + LOOK_AGAIN_MS);
      return this.wait(trx, row, { until, message: broken.message });
    }
    const columns = { state: "sending", claimed_at: this.parts.now(), send_after: null, waits_for: null };
    const payout = await this.parts.payouts.change(trx, row.id, columns);
    await this.parts.audit.note(trx, { payoutId: row.id, kind: "sending", version: payout.version, by: "system" });
    return { kind: "claimed", payout, send: await this.sendOf(trx, payout, known.approvals) };
  }

  private async sendOf(trx: Knex, row: PayoutRow, approvals: Known["approvals"]): Promise<Send> {
    const { payload, isAsHashed } = await contentOf(this.parts, trx, row);
    if (!isAsHashed)
      throw new MedusaError(
        MedusaError.Types.UNEXPECTED_STATE,
        `The payout ${row.id} is not what was approved: its rows were changed behind the desk's back. Nothing is sent.`,
      );
    return {
      payoutId: row.id,
      requestId: row.request_id,
      account: row.account,
      currency: row.currency,
      amountMinor: BigInt(row.amount),
      payloadHash: row.payload_hash,
      actorId: approvals.at(-1)?.actor_id ?? null,
      request: () => payload,
    };
  }

  private async takeBack(
    trx: Knex,
    row: PayoutRow,
    {
      actors,
      message,
      left = 0,
    }: { readonly actors: readonly string[]; readonly message: string; readonly left?: number },
  ): Promise<Claim> {
    await this.parts.approvals.void(trx, row.id, actors);
    const payout = await this.parts.payouts.change(trx, row.id, {
      state: "submitted",
      approvals: left,
      approved_at: null,
      send_after: null,
      waits_for: null,
      ...(left === 0 && { expires_at: null }),
    });
    const { version } = payout;
    await this.parts.audit.note(trx, {
      ...{ payoutId: row.id, kind: "approval_withdrawn", version, by: "system", note: message },
    });
    return { kind: "fell_back", payout, message };
  }

  private async wait(trx: Knex, row: PayoutRow, { until, message }: { until: Date; message: string }): Promise<Claim> {
    await this.parts.payouts.postpone(trx, row.id, { send_after: until, waits_for: message });
    return { kind: "waits", until, message };
  }

  private async expireOne(trx: Knex, row: PayoutRow): Promise<PayoutRow> {
    await this.parts.approvals.void(trx, row.id);
    const columns = { state: "expired", approvals: 0, send_after: null, waits_for: null };
    const payout = await this.parts.payouts.change(trx, row.id, columns);
    await this.parts.audit.note(trx, { payoutId: row.id, kind: "expired", version: payout.version, by: "system" });
    return payout;
  }
}
