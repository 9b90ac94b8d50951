import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { isExpired } from "../domain/four-eyes";
import type { Claim, Claiming, Directory, Resumed, PayoutConclusion } from "../payout-api";
import type { PayoutRow } from "../rows";
import { brokenBy } from "./limits-left";
import type { FailedCheck, SendContext } from "./pre-send-checks";
import { failedCheck, sendOf } from "./pre-send-checks";
import type { PayoutServiceContext } from "./service-context";
import { coolingUntil } from "./service-context";
import type { ApprovalContext } from "./approval-context";
import { approvalContext } from "./approval-context";

/**
 * The last check before sending: everything that was true at the approval must be true now, in the transaction that
 * moves it to `sending`. After it nothing stops it, and nothing sends it twice: the ledger has one send per payout.
 */
const MINUTE_MS = 60_000;
/** How often a payout that reached a limit, or whose key is missing, is retried. Our choice. */
const LOOK_AGAIN_MS = 5 * MINUTE_MS;
/** Claim and ledger row are milliseconds apart; after this its process has died. Our choice. */
const STUCK_MS = 2 * MINUTE_MS;

const LONGEST_LOOK_MS = 60 * MINUTE_MS;
const NOT_IN_TIME = "Its approvals expired.";
const OTHER_KEY = 'An approval was made with a key that "payout.encryptionKeys" does not have on one of the servers.';
const nobody: PayoutConclusion = () => Promise.resolve();

export class Sending {
  constructor(private readonly context: PayoutServiceContext) {}

  /** `doubt`: the ledger's reason against it, which voids its approvals. */
  async claim(
    id: string,
    { directory, doubt = null, tell = nobody }: Claiming & { readonly directory: Directory },
  ): Promise<Claim> {
    const { payouts, approvals } = this.context;
    // Before the lock: users are looked up over another connection.
    const asked = (await approvals.of(this.context.pg, id)).map(({ actor_id: actor }) => actor);
    const people = await directory(asked);
    const claim = await payouts.locked(id, async (row, trx): Promise<Claim> => {
      if (row.state !== "approved") return { kind: "nothing" };
      const known = await approvalContext(this.context, trx, row);
      // Others approved it meanwhile: they are looked up next time.
      if (known.approvals.some(({ actor_id: actor }) => !asked.includes(actor))) return { kind: "nothing" };
      if (await approvals.isOfUnknownKey(trx, id)) {
        const until = new Date(this.context.now().getTime() + LOOK_AGAIN_MS);
        return this.wait(trx, row, { until, message: OTHER_KEY });
      }
      const claim =
        (await this.fallBack(trx, row, { row, known, people, doubt })) ?? (await this.send(trx, row, known));
      if (claim.kind === "fell_back") await tell(claim.payout, claim.message);
      return claim;
    });
    return claim ?? { kind: "nothing" };
  }

  /** All conditions must still hold. A payout sent later than its claim counts against the limits from then on. */
  async resume(
    id: string,
    { directory, doubt }: { readonly directory: Directory; readonly doubt: string | null },
  ): Promise<Resumed> {
    const { payouts, approvals } = this.context;
    const people = await directory((await approvals.of(this.context.pg, id)).map(({ actor_id: actor }) => actor));
    const resumed = await payouts.locked(id, async (row, trx): Promise<Resumed> => {
      if (row.state !== "sending") return { kind: "nothing" };
      const known = await approvalContext(this.context, trx, row);
      const isOfOther = await approvals.isOfUnknownKey(trx, id);
      const until = new Date(this.context.now().getTime() + (isOfOther ? LOOK_AGAIN_MS : this.nextLookMs(row)));
      const taken = isOfOther
        ? { message: OTHER_KEY }
        : await failedCheck(this.context, trx, { row, known, people, doubt });
      const broken = await brokenBy(this.context, trx, { row, withApproved: false });
      const isLate = isExpired({ expiresAt: row.expires_at }, this.context.now());
      const message = isLate ? NOT_IN_TIME : (taken ?? broken)?.message;
      const anew = message === undefined && this.isOld(row) ? { claimed_at: this.context.now() } : {};
      await payouts.postpone(trx, id, { send_after: until, waits_for: message ?? null, ...anew });
      if (message !== undefined) return { kind: "stopped", payout: row, message };
      return { kind: "send", send: await sendOf(this.context, trx, { row, approvals: known.approvals }) };
    });
    return resumed ?? { kind: "nothing" };
  }

  private isOld({ claimed_at: at }: PayoutRow): boolean {
    return at === null || at.getTime() <= this.context.now().getTime() - LONGEST_LOOK_MS;
  }

  /** Waits as long again as it has waited, so that it does not block others. */
  private nextLookMs({ claimed_at: at }: PayoutRow): number {
    const waited = at === null ? 0 : this.context.now().getTime() - at.getTime();
    return Math.min(Math.max(waited, MINUTE_MS), LONGEST_LOOK_MS);
  }

  due(limit: number): Promise<string[]> {
    return this.context.payouts.dueIn(["approved"], "send_after", { before: this.context.now(), limit, orNever: true });
  }

  stuck(limit: number): Promise<string[]> {
    const before = new Date(this.context.now().getTime() - STUCK_MS);
    return this.context.payouts.stuck({ before, now: this.context.now(), limit });
  }

  expiring(limit: number): Promise<string[]> {
    return this.context.payouts.dueIn(["submitted", "approved"], "expires_at", { before: this.context.now(), limit });
  }

  async expire(id: string, tell: PayoutConclusion = nobody): Promise<void> {
    await this.context.payouts.locked(id, async (row, trx) => {
      const isOpen = row.state === "submitted" || row.state === "approved";
      if (isOpen && isExpired({ expiresAt: row.expires_at }, this.context.now()))
        await tell(await this.expireOne(trx, row), NOT_IN_TIME);
    });
  }

  private async fallBack(trx: Knex, row: PayoutRow, now: SendContext): Promise<Claim | null> {
    if (isExpired({ expiresAt: row.expires_at }, this.context.now())) {
      const payout = await this.expireOne(trx, row);
      return { kind: "fell_back", payout, message: NOT_IN_TIME };
    }
    const taken = await failedCheck(this.context, trx, now);
    return taken && this.takeBack(trx, row, taken);
  }

  private async send(trx: Knex, row: PayoutRow, known: ApprovalContext): Promise<Claim> {
    const cooling = known.beneficiary ? coolingUntil(this.context, known.beneficiary.changed_at) : null;
    if (cooling) return this.wait(trx, row, { until: cooling, message: "The beneficiary is new or was changed." });
    const broken = await brokenBy(this.context, trx, { row, withApproved: false });
    if (broken?.isForEver) {
      const actors = known.approvals.map(({ actor_id: id }) => id);
      return this.takeBack(trx, row, { actors, message: broken.message, left: 0 });
    }
    if (broken) {
      const until = new Date(this.context.now().getTime() + LOOK_AGAIN_MS);
      return this.wait(trx, row, { until, message: broken.message });
    }
    const columns = { state: "sending", claimed_at: this.context.now(), send_after: null, waits_for: null };
    const payout = await this.context.payouts.change(trx, row.id, columns);
    await this.context.audit.note(trx, { payoutId: row.id, kind: "sending", version: payout.version, by: "system" });
    return {
      kind: "claimed",
      payout,
      send: await sendOf(this.context, trx, { row: payout, approvals: known.approvals }),
    };
  }

  private async takeBack(trx: Knex, row: PayoutRow, { actors, message, left }: FailedCheck): Promise<Claim> {
    await this.context.approvals.void(trx, row.id, actors);
    const payout = await this.context.payouts.change(trx, row.id, {
      state: "submitted",
      approvals: left,
      approved_at: null,
      send_after: null,
      waits_for: null,
      ...(left === 0 && { expires_at: null }),
    });
    const { version } = payout;
    await this.context.audit.note(trx, {
      ...{ payoutId: row.id, kind: "approval_withdrawn", version, by: "system", note: message },
    });
    return { kind: "fell_back", payout, message };
  }

  private async wait(trx: Knex, row: PayoutRow, { until, message }: { until: Date; message: string }): Promise<Claim> {
    await this.context.payouts.postpone(trx, row.id, { send_after: until, waits_for: message });
    return { kind: "waits", until, message };
  }

  private async expireOne(trx: Knex, row: PayoutRow): Promise<PayoutRow> {
    await this.context.approvals.void(trx, row.id);
    const columns = { state: "expired", approvals: 0, send_after: null, waits_for: null };
    const payout = await this.context.payouts.change(trx, row.id, columns);
    await this.context.audit.note(trx, { payoutId: row.id, kind: "expired", version: payout.version, by: "system" });
    return payout;
  }
}
