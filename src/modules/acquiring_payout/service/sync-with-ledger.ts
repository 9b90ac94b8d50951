import { MedusaError } from "@medusajs/framework/utils";
import type { PayoutChangeKind } from "../../acquiring";
import { isContradiction, nextBy } from "../domain/follow";
import type { PayoutState } from "../domain/states";
import { mayHaveLeft } from "../domain/states";
import type { Followed, SendView } from "../payout-api";
import type { PayoutRow } from "../rows";
import type { PayoutServiceContext } from "./service-context";

/** Syncs a payout with its send by version: repeated, late or reordered syncs give the ledger's state. */
const MINUTE_MS = 60_000;
/** After one minute, two, four, and finally every hour. */
const againMs = (sends: number): number => Math.min(2 ** Math.max(sends - 1, 0), 60) * MINUTE_MS;

export async function syncWithLedger(
  context: PayoutServiceContext,
  id: string,
  send: SendView,
): Promise<Followed | undefined> {
  const { payouts, audit } = context;
  return payouts.locked(id, async (row, trx): Promise<Followed> => {
    // Another process has synced a later version.
    if (row.synced_version !== null && row.synced_version > send.version)
      return { payout: row, from: row.state, to: null, isContradicted: false };
    const isSeen = row.synced_version === send.version;
    const next = nextBy(row.state, send);
    // Already synced, and claimed again since: the claiming process is about to send it, so nothing changes.
    const to = next === "approved" && isSeen ? null : next;
    if (to === null && isSeen) return { payout: row, from: row.state, to, isContradicted: false };
    const isContradicted = to !== null && isContradiction(row.state, to);
    const payout = await payouts.change(trx, id, {
      ...sendColumns(send),
      ...(to !== null && moved(context, row, to, send)),
    });
    if (to !== null) {
      const action = { payoutId: id, version: payout.version, by: "gateway", rawStatus: send.raw_status } as const;
      const note = send.failure_reason;
      const made =
        to === "approved" ? ({ kind: "not_sent", note: send.result_message } as const) : { kind: kindOf(to), note };
      await audit.note(trx, { ...action, ...made, announces: announcedBy(row.state, to) });
      if (isContradicted) await audit.note(trx, { ...action, kind: "contradicted", note });
    }
    return { payout, from: row.state, to, isContradicted };
  });
}

/** Sent, and what came of it; nothing if it was proven unsent. */
function announcedBy(from: PayoutState, to: PayoutState): readonly PayoutChangeKind[] {
  if (to === "approved") return [];
  const sent: readonly PayoutChangeKind[] = from === "sending" ? ["sent"] : [];
  if (to === "paid") return [...sent, "paid"];
  return to === "failed" || to === "cancelled" ? [...sent, "failed"] : sent;
}

const sendColumns = (send: SendView): Partial<PayoutRow> => ({
  synced_version: send.version,
  transaction_id: send.transaction_id,
  short_reference: send.short_reference,
});

type Next = Exclude<Followed["to"], null>;

function moved(
  { now }: Pick<PayoutServiceContext, "now">,
  { claimed_at: claimedAt }: PayoutRow,
  to: Next,
  { sends, result_message: why }: SendView,
): Partial<PayoutRow> {
  const isOver = to === "paid" || to === "failed" || to === "cancelled";
  if (to !== "approved")
    return {
      ...{ state: to, finished_at: isOver ? now() : null, send_after: null, waits_for: null },
      // Held after lost commits, and never claimed: it counts towards the limits from now on.
      ...(claimedAt === null && mayHaveLeft(to) && { claimed_at: now() }),
    };
  // Proven unsent: it is checked and sent again, with the same request id.
  return { state: to, claimed_at: null, send_after: new Date(now().getTime() + againMs(sends)), waits_for: why };
}

/** The states that facts lead to. */
function kindOf(to: Next): "sending" | "pending" | "held" | "paid" | "failed" | "cancelled" | "unknown" {
  switch (to) {
    case "sending":
    case "pending":
    case "held":
    case "paid":
    case "failed":
    case "cancelled":
    case "unknown":
      return to;
    default:
      throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, `No fact moves a payout to ${to}.`);
  }
}
