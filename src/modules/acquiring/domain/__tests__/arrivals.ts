import type { Fact } from "../../../../gateway/model/facts";
import { refusalOf } from "../operation-preconditions";
import { reduce } from "../reducer";
import type { AttemptSnapshot, Decision, OperationSnapshot } from "../snapshot";
import { attempt } from "./attempts";
import type { History, Moment, Saying, Sending } from "./histories";
import { isSending } from "./histories";

/**
 * How a history reaches the store: folds what arrives with the reducer, in the
 * order in which it arrives, as the ledger would and without a database. A write
 * of the store's own begins only where the ledger permits it.
 */
export interface Received {
  readonly snapshot: AttemptSnapshot;
  /** When the latest arrived, in ms: a thing said earlier may arrive at any later time. */
  readonly now: number;
  /** The ledger asks once more: what arrived may have been older than what it knew. A change plans the next question anew. */
  readonly isAskedAgain: boolean;
  /** What it was before, newest last. */
  readonly past: readonly Received[];
}

export const begun = ({ mode }: History): Received => ({
  now: 0,
  isAskedAgain: false,
  past: [],
  snapshot: attempt("created", { mode }),
});

/** The attempt after one more saying has arrived. */
export function hear(received: Received, { at, fact, source }: Saying): Received {
  const { snapshot, past } = received;
  const now = Math.max(received.now, at);
  // What arrived later than this was asked cannot have been known then.
  const whenAsked = [received, ...[...past].reverse()].find((then) => then.now <= at) ?? received;
  const operationsWhenAsked = new Map(whenAsked.snapshot.operations.map(({ id, status }) => [id, status]));
  const context = { source, askedAt: at, operationId: null, unknownFinalAfterMs: 900_000, operationsWhenAsked };
  const decision = reduce(snapshot, fact, context);
  const isChanged = decision.entries.length > 0 || decision.conclusions.length > 0;
  return {
    now,
    past: [...past, received],
    isAskedAgain: decision.askAgain === true || (received.isAskedAgain && !isChanged),
    snapshot: {
      ...snapshot,
      ...decision.amounts,
      state: decision.state,
      gatewayPaymentId: snapshot.gatewayPaymentId ?? fact.gatewayPaymentId,
      disputes: decision.disputes ?? snapshot.disputes ?? [],
      operations: operationsAfter(snapshot, decision, now),
    },
  };
}

function operationsAfter(
  { operations }: AttemptSnapshot,
  { conclusions, outside }: Decision,
  now: number,
): OperationSnapshot[] {
  const status = new Map(conclusions.map((done) => [done.operationId, done.status]));
  const known = operations.map((own) => ({ ...own, status: status.get(own.id) ?? own.status }));
  return outside ? [...known, { id: `outside_${outside.reference}`, kind: "refund", sentAt: now, ...outside }] : known;
}

/** The write begins; where the store does not know enough to permit it, the gateway is asked first. */
export function begin(received: Received, { at, send }: Sending, { moments }: History): Received {
  const request = { ...send, isRecording: false, multipleCaptures: false };
  const before = moments.filter((moment) => moment.at < at);
  const asked = refusalOf(received.snapshot, request) ? answers(before, at).reduce(hear, received) : received;
  if (refusalOf(asked.snapshot, request)) throw new Error(`This history sends a ${send.kind} that the ledger refuses.`);
  const operation: OperationSnapshot = { ...send, status: "sending", sentAt: at };
  const { operations } = asked.snapshot;
  const snapshot = { ...asked.snapshot, operations: [...operations, operation] };
  return { ...asked, now: Math.max(asked.now, at), snapshot, past: [...asked.past, asked] };
}

/**
 * What a query says at that time of all that has happened: the payment's last
 * reading, then each refund's last one. No query tells of disputes; their last
 * notification is repeated until it is acknowledged.
 */
export function answers(moments: readonly Moment[], at: number): readonly Saying[] {
  const last = new Map<string, Saying>();
  for (const moment of moments) {
    if (isSending(moment)) continue;
    const source = moment.fact.kind === "dispute" ? "notify" : "query";
    last.set(subjectOf(moment.fact), { ...moment, at, source });
  }
  const payment = last.get("payment");
  last.delete("payment");
  return [...(payment ? [payment] : []), ...last.values()];
}

/** What a fact speaks of: of each subject the last word is the truth. */
export const subjectOf = (fact: Fact): string =>
  fact.kind === "payment" || fact.kind === "subscription" ? fact.kind : `${fact.kind} ${String(fact.reference)}`;

/** State, authorised, captured, refunded, pending refunds; then every operation that is not settled, and the dispute. */
export function inWords({ snapshot }: Received): string {
  const { disputes = [], operations, ...attempt } = snapshot;
  const amounts = [attempt.authorised, attempt.captured, attempt.refunded, attempt.refundPending].map(String);
  const open = operations.filter(({ status }) => status !== "settled").map(({ kind, status }) => `${kind} ${status}`);
  const disputed = disputes.map(({ status, reference }) => `dispute ${reference ?? ""} ${status}`).sort();
  return [[attempt.state, ...amounts].join(" "), ...open, ...disputed].join(", ");
}
