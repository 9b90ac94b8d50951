import type { OperationCommand } from "../../../gate/gate";
import type { LockedAttempt } from "../../../ledger/rows/attempt-row";
import { decide } from "../../../gate/decide";
import type { AttemptSnapshot, OperationStatus } from "../../snapshot";
import { NEGATIVE_PROOF_AFTER_MS, TOO_LATE_MS } from "../../snapshot";
import type { configurations } from "./configurations";
import { notSent, realRules } from "./rules";
import type { Rules } from "./rules";

/**
 * One rule of the money rules broken at a time, and where that does harm. Where the rule is inside a function of the
 * domain, what the function is shown is changed, so that the rest of it stays the project's own.
 */
export interface Mutant {
  readonly name: string;
  readonly configuration: keyof typeof configurations;
  readonly rules: Rules;
}

const mutant = (name: string, configuration: Mutant["configuration"], change: Partial<Rules>): Mutant => ({
  name,
  configuration,
  rules: { ...realRules, ...change },
});

type Shown = (locked: LockedAttempt, command: OperationCommand) => LockedAttempt;

const planning = (shown: Shown): Partial<Rules> => ({
  plan: (locked, command, rules) => decide(shown(locked, command), command, rules),
});

const showing = (
  change: (snapshot: AttemptSnapshot, command: OperationCommand) => Partial<AttemptSnapshot>,
): Partial<Rules> =>
  planning((locked, command) => ({ ...locked, snapshot: { ...locked.snapshot, ...change(locked.snapshot, command) } }));

/** The permission to begin takes one status for another. */
const taking = (status: OperationStatus, as: OperationStatus): Partial<Rules> =>
  showing(({ operations }) => ({
    operations: operations.map((each) => (each.status === status ? { ...each, status: as } : each)),
  }));

const provenAfter = (ms: number): Partial<Rules> => ({
  context: (context) => ({ ...context, askedAt: context.askedAt + NEGATIVE_PROOF_AFTER_MS - ms }),
});

const always = (): boolean => true;

export const mutants: readonly Mutant[] = [
  mutant("the age of a row is never checked", "refunds", { isAdmitted: always, maySend: always }),
  mutant("the age of a row is checked before the wait alone", "refunds", { maySend: always }),
  mutant("a row may be as old as the negative proof when it is sent", "refundAtTheEdge", {
    isAdmitted: ({ measured }) => measured < NEGATIVE_PROOF_AFTER_MS,
    maySend: ({ measured }) => measured < NEGATIVE_PROOF_AFTER_MS,
  }),
  mutant("a row may be one second older when it is sent", "refundAtTheEdge", {
    maySend: ({ measured }) => measured <= TOO_LATE_MS,
  }),
  mutant("the age of a row is told by the process's own clock", "refunds", {
    readsOwnClock: true,
    isAdmitted: ({ compared }) => compared < TOO_LATE_MS,
    maySend: ({ compared }) => compared < TOO_LATE_MS,
  }),
  mutant("a row has the time of the sender's own clock", "refunds", {
    readsOwnClock: true,
    sentAt: ({ own }) => own,
  }),
  mutant("a question has the time of the asker's own clock", "refunds", {
    readsOwnClock: true,
    askedAt: ({ asked }) => asked.own,
  }),
  mutant("a question has the time at which its answer is applied", "refunds", {
    askedAt: ({ applied }) => applied.database,
  }),
  mutant("a refund that is missing did not happen, at once", "refunds", provenAfter(0)),
  mutant("a capture that is not seen did not happen, at once", "captures", provenAfter(0)),
  mutant("a capture or void that is not seen did not happen, after a minute", "captureOrVoid", provenAfter(60_000)),
  mutant("a review decision that is not seen did not happen, at once", "review", provenAfter(0)),
  mutant("the negative proof is a second too early", "refundAtTheEdge", provenAfter(119_000)),
  mutant("a payment that is not found did not happen, at once", "authorise", {
    context: (context) => ({ ...context, unknownFinalAfterMs: 0 }),
  }),
  mutant("all missing refunds did not happen, listed or not", "refunds", {
    reduceRefundAbsence: (snapshot, _, context) => realRules.reduceRefundAbsence(snapshot, new Set(), context),
  }),
  mutant("an unknown refund does not block another", "refunds", taking("unknown", "declined")),
  mutant("an unknown capture does not block another", "captures", taking("unknown", "declined")),
  mutant("a refund that is being sent does not block another", "refunds", taking("sending", "declined")),
  mutant("a review decision that is being sent does not block another", "review", taking("sending", "declined")),
  mutant(
    "a capture does not wait for an open void",
    "captureOrVoid",
    showing(({ operations }, { kind }) => ({
      operations: kind === "capture" ? operations.filter((each) => each.kind !== "void") : operations,
    })),
  ),
  mutant(
    "a void does not wait for an open capture",
    "captureOrVoid",
    showing(({ operations }, { kind }) => ({
      operations: kind === "void" ? operations.filter((each) => each.kind !== "capture") : operations,
    })),
  ),
  mutant(
    "pending refunds do not count against what may be refunded",
    "refunds",
    showing(() => ({ refundPending: 0n })),
  ),
  mutant(
    "a capture may be larger than what is left",
    "captures",
    showing(() => ({ captured: 0n })),
  ),
  mutant(
    "a held payment may be captured",
    "review",
    showing(() => ({ hold: null, state: "authorised", authorised: 1_000n })),
  ),
  mutant("an unknown payment does not stop another attempt", "authorise", {
    isLive: (state) => state !== "unknown" && realRules.isLive(state),
  }),
  mutant("a lost answer means not sent", "refunds", { lost: notSent }),
  mutant("a lost answer of a capture means declined", "captures", {
    lost: { kind: "declined", fact: null, reason: { code: "lost", message: "The answer was lost." } },
  }),
  mutant(
    "what is unknown is sent again",
    "refunds",
    planning((locked) => ({
      ...locked,
      operations: locked.operations.map((row) => (row.status === "unknown" ? { ...row, status: "not_sent" } : row)),
      snapshot: {
        ...locked.snapshot,
        operations: locked.snapshot.operations.filter(({ status }) => status !== "unknown"),
      },
    })),
  ),
  mutant(
    "the idempotency key is not looked up",
    "refundsThatFit",
    planning((locked) => ({ ...locked, operations: [] })),
  ),
  mutant("the answer to an earlier question counts", "portal", {
    context: ({ operationsWhenAsked: _, ...context }) => context,
  }),
];
