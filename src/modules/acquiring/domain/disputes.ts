import type { DisputeFact } from "../../../gateway/model/facts";
import type { AttemptSnapshot, Decision, Dispute, DisputeStatus, EntryKind } from "./snapshot";
import { unchanged } from "./snapshot";

/** It changes no amount: no query returns disputes, and the gateway settles them. The caller verified the signature. */
const STATUS: Readonly<Record<Exclude<DisputeFact["reading"], "unmapped">, DisputeStatus>> = {
  received: "open",
  won: "won",
  lost: "lost",
};
const ENTRY: Readonly<Record<DisputeStatus, EntryKind>> = {
  open: "dispute_received",
  won: "dispute_won",
  lost: "dispute_lost",
};

export function reduceDispute(snapshot: AttemptSnapshot, fact: DisputeFact): Decision {
  if (fact.reading === "unmapped") return unmapped(snapshot);
  const status = STATUS[fact.reading];
  const known = snapshot.disputes ?? [];
  const before = known.findLast((each) => isSame(each, fact.reference)) ?? null;
  // Repeated, or the start of a dispute that already has a result.
  if (before && (before.status === status || status === "open")) return repeated(snapshot, { before, status, fact });
  const { at: _, ...kept } = before ?? { at: undefined };
  const dispute: Dispute = {
    ...kept,
    status,
    // Of another currency it would be shown as that of the payment.
    amount: (fact.money?.currency === snapshot.currency ? fact.money.minor : null) ?? before?.amount ?? null,
    reason: fact.reason ?? before?.reason ?? null,
    reference: fact.reference ?? before?.reference ?? null,
    dueAt: fact.dueAt ?? before?.dueAt ?? null,
  };
  const disputes = [...known.filter((each) => each !== before), dispute];
  const entries = [{ kind: ENTRY[status], operationId: null, amount: dispute.amount, to: snapshot.state }];
  const decision = { ...unchanged(snapshot), entries, disputes };
  if (status === "open")
    return { ...decision, attention: [{ kind: "dispute", message: disputeMessage(dispute.dueAt) }] };
  // Of several open disputes each needs its own result.
  return disputes.some((each) => each.status === "open") ? decision : { ...decision, cleared: ["dispute"] };
}

/** Without an ID the start of a new dispute looks like a late message of a closed one. */
function repeated(
  snapshot: AttemptSnapshot,
  { before, status, fact }: { readonly before: Dispute; readonly status: DisputeStatus; readonly fact: DisputeFact },
): Decision {
  const isKnown = fact.reference !== null && fact.reference === before.reference;
  if (before.status === "open" && fact.dueAt !== null && fact.dueAt !== before.dueAt)
    return withDueDate(snapshot, before, fact.dueAt);
  if (status !== "open" || before.status === "open" || isKnown) return unchanged(snapshot);
  return { ...unchanged(snapshot), attention: [{ kind: "dispute", message: PERHAPS_ANOTHER }] };
}

/** The gateway names another due date. */
function withDueDate(snapshot: AttemptSnapshot, dispute: Dispute, dueAt: string): Decision {
  const disputes = (snapshot.disputes ?? []).map((each) => (each === dispute ? { ...each, dueAt } : each));
  return { ...unchanged(snapshot), disputes, attention: [{ kind: "dispute", message: disputeMessage(dueAt) }] };
}

/** The dispute to show: the latest open one, else the latest; null if there is none. */
export const foremost = <T extends Dispute>(disputes: readonly T[]): T | null =>
  disputes.findLast(({ status }) => status === "open") ?? disputes.at(-1) ?? null;

/** Of the attention item. The day is UTC's. */
export const disputeMessage = (dueAt: string | null | undefined): string =>
  `The customer's bank disputes this payment. Respond at the gateway ${dueAt ? `by ${dueAt.slice(0, 10)}` : "before the due date"}.`;

const PERHAPS_ANOTHER =
  "The customer's bank disputes this payment, and the message has no dispute number: it is either a new dispute, or the start of the closed one. Check the portal, and respond there if it is open.";

/** A message without an ID belongs to the latest known dispute. */
const isSame = (known: Dispute, reference: string | null): boolean =>
  reference === null || known.reference === null || known.reference === reference;

const unmapped = (snapshot: AttemptSnapshot): Decision => ({
  ...unchanged(snapshot),
  attention: [{ kind: "unmapped_code", message: "The gateway used an unrecognised dispute status." }],
});
