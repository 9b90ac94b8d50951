import { MedusaError } from "@medusajs/framework/utils";
import { isContradiction, nextBy } from "../domain/follow";
import type { Followed, SendView } from "../payout-api";
import type { PayoutRow } from "../rows";
import type { PayoutServiceContext } from "./service-context";

/** The payout follows its send, level by level: looking twice, late or in another order ends where the ledger is. */
const MINUTE_MS = 60_000;
/** After one minute, two, four, and at last every hour. */
const againMs = (sends: number): number => Math.min(2 ** Math.max(sends - 1, 0), 60) * MINUTE_MS;

export async function syncWithLedger(
  parts: PayoutServiceContext,
  id: string,
  send: SendView,
): Promise<Followed | undefined> {
  const { payouts, audit } = parts;
  return payouts.locked(id, async (row, trx): Promise<Followed> => {
    // Another has read a later version already.
    if (row.synced_version !== null && row.synced_version > send.version)
      return { payout: row, from: row.state, to: null, isContradicted: false };
    const isSeen = row.synced_version === send.version;
    const next = nextBy(row.state, send);
    // Seen before, and claimed anew since: whoever claimed it is about to send it, so it goes nowhere.
    const to = next === "approved" && isSeen ? null : next;
    if (to === null && isSeen) return { payout: row, from: row.state, to, isContradicted: false };
    const isContradicted = to !== null && isContradiction(row.state, to);
    const payout = await payouts.change(trx, id, { ...said(send), ...(to !== null && moved(parts, to, send)) });
    if (to !== null) {
      const deed = { payoutId: id, version: payout.version, by: "gateway", rawStatus: send.raw_status } as const;
      const note = send.failure_reason;
      const made =
        to === "approved" ? ({ kind: "not_sent", note: send.result_message } as const) : { kind: kindOf(to), note };
      await audit.note(trx, { ...deed, ...made });
      if (isContradicted) await audit.note(trx, { ...deed, kind: "contradicted", note });
    }
    return { payout, from: row.state, to, isContradicted };
  });
}

const said = (send: SendView): Partial<PayoutRow> => ({
  synced_version: send.version,
  transaction_id: send.transaction_id,
  short_reference: send.short_reference,
});

type Next = Exclude<Followed["to"], null>;

function moved(
  { now }: Pick<PayoutServiceContext, "now">,
  to: Next,
  { sends, result_message: why }: SendView,
): Partial<PayoutRow> {
  const isOver = to === "paid" || to === "failed" || to === "cancelled";
  if (to !== "approved") return { state: to, finished_at: isOver ? now() : null, send_after: null, waits_for: null };
  // Proven that nothing left: it is checked and sent once more, with the same request id.
  return { state: to, claimed_at: null, send_after: new Date(now().getTime() + againMs(sends)), waits_for: why };
}

/** By facts a payout comes to these states alone. */
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
