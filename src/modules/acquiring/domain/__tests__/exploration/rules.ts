import type { Fact } from "../../../../../gateway/model/facts";
import type { Outcome } from "../../../../../gateway/model/outcome";
import type { GateResult, OperationCommand } from "../../../gate/gate";
import type { LockedAttempt } from "../../../ledger/rows/attempt-row";
import type { GateRules, GateDecision } from "../../../gate/decide";
import { decide } from "../../../gate/decide";
import { reduceOutcome } from "../../reduce-outcome";
import { reduce } from "../../reducer";
import { reduceRefundAbsence } from "../../refunds";
import type { FactContext } from "../../snapshot";
import { TOO_LATE_MS } from "../../snapshot";
import type { AttemptState } from "../../states";
import { holdsMoney, isOpen } from "../../states";

/** The same moment by the two clocks that a server can read, in ms. */
export interface Clocks {
  /** Postgres' time. */
  readonly database: number;
  /** The process's own clock, which is wrong. */
  readonly own: number;
}

/** How old a row is, in ms. */
export interface Age {
  /** As the process measured it, from just before the commit. */
  readonly measured: number;
  /** The process's own clock against the time in the row. */
  readonly compared: number;
}

/** When a query was asked and is applied. */
export interface Asked {
  readonly asked: Clocks;
  readonly applied: Clocks;
}

/** Every rule that the exploration follows, so that one of them can be replaced. */
export interface Rules {
  /** Does any of them read a process's own clock? */
  readonly readsOwnClock: boolean;
  /** The plan under the row lock. */
  readonly plan: (locked: LockedAttempt, command: OperationCommand, rules: GateRules) => GateResult | GateDecision;
  /** May a session with such an attempt begin no other one? */
  readonly isLive: (state: AttemptState) => boolean;
  /** The time that a committed row gets. */
  readonly sentAt: (clocks: Clocks) => number;
  /** The first check of a row's age, and the one immediately before the bytes. */
  readonly isAdmitted: (age: Age) => boolean;
  readonly maySend: (age: Age) => boolean;
  /** What a lost answer means. */
  readonly lost: Outcome<Fact>;
  /** The time of a question, in the answer's context. */
  readonly askedAt: (times: Asked) => number;
  /** The rest of that context. */
  readonly context: (context: FactContext) => FactContext;
  readonly reduce: typeof reduce;
  readonly reduceOutcome: typeof reduceOutcome;
  readonly reduceRefundAbsence: typeof reduceRefundAbsence;
}

export const unknown: Outcome<Fact> = { kind: "unknown", reason: { code: "lost", message: "The answer was lost." } };
export const notSent: Outcome<Fact> = {
  kind: "not_sent",
  reason: { code: "not_reached", message: "Nothing left the process." },
};

/** The project's own. */
export const realRules: Rules = {
  readsOwnClock: false,
  plan: decide,
  isLive: (state) => isOpen(state) || holdsMoney(state),
  sentAt: ({ database }) => database,
  isAdmitted: ({ measured }) => measured < TOO_LATE_MS,
  maySend: ({ measured }) => measured < TOO_LATE_MS,
  lost: unknown,
  askedAt: ({ asked }) => asked.database,
  context: (context) => context,
  reduce,
  reduceOutcome,
  reduceRefundAbsence,
};
