import { MedusaError } from "@medusajs/framework/utils";
import { isContradiction, nextBy } from "../domain/follow";
import type { Followed, SendView } from "../face";
import type { PayoutRow } from "../rows";
import type { Parts } from "./parts";

/** The payout follows its send, level by level: looking twice, late or in another order ends where the ledger is. */
const AGAIN_MS = 60_000;

export async function followSend(parts: Parts, id: string, send: SendView): Promise<Followed | undefined> {
  const { payouts, audit } = parts;
  return payouts.locked(id, async (row, trx): Promise<Followed> => {
    // Another has read a later version already.
    if (row.followed_version !== null && row.followed_version > send.version)
      return { payout: row, from: row.state, to: null, isContradicted: false };
    const to = nextBy(row.state, send);
    if (to === null && row.followed_version === send.version)
      return { payout: row, from: row.state, to, isContradicted: false };
    const isContradicted = to !== null && isContradiction(row.state, to);
    const payout = await payouts.change(trx, id, { ...said(send), ...(to !== null && moved(parts, to)) });
    if (to !== null) {
      const deed = { payoutId: id, version: payout.version, by: "gateway", rawStatus: send.raw_status } as const;
      const note = send.failure_reason;
      await audit.note(trx, { ...deed, kind: to === "approved" ? "not_sent" : kindOf(to), note });
      if (isContradicted) await audit.note(trx, { ...deed, kind: "contradicted", note });
    }
    return { payout, from: row.state, to, isContradicted };
  });
}

const said = (send: SendView): Partial<PayoutRow> => ({
  followed_version: send.version,
  transaction_id: send.transaction_id,
  short_reference: send.short_reference,
});

type Next = Exclude<Followed["to"], null>;

function moved({ now }: Pick<Parts, "now">, to: Next): Partial<PayoutRow> {
  const isOver = to === "paid" || to === "failed" || to === "cancelled";
  if (to !== "approved") return { state: to, finished_at: isOver ? now() : null };
  // Proven that nothing left: it is checked and sent once more, with the same request id.
  return { state: to, claimed_at: null, send_after: new Date(now().getTime() + AGAIN_MS), waits_for: null };
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
      throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, `No fact brings a payout to ${to}.`);
  }
}
