import type { PayoutFact, PayoutReading } from "../../../gateway/model/facts";
import type { PayoutOutcome } from "../../../gateway/model/outcome";

/**
 * How the send of a payout moves. A final state is undone by nothing older and by nothing undecided; a person's word on
 * an unknown one is undone by the gateway's, and that is a contradiction that a person hears of. Notifications come in
 * any order: the same messages end in the same state. Pure.
 */
export type SendStatus = "sending" | "settled" | "pending" | "declined" | "not_sent" | "unknown";

export interface SendSnapshot {
  readonly status: SendStatus;
  /** Of the last message that moved it, in ms; null where none named a time. */
  readonly saidAt: number | null;
  /** A person said what became of it, and the gateway has not yet. */
  readonly decided: "paid" | "not_paid" | null;
  /** The gateway has said once that it was paid. */
  readonly wasPaid: boolean;
  readonly contradiction: PayoutReading | null;
}

export interface SendMove {
  readonly status: SendStatus;
  /** Null: the gateway said nothing. */
  readonly fact: PayoutFact | null;
  /** What contradicts a person's word, or the gateway's own; kept until a later message agrees again. */
  readonly contradiction: PayoutReading | null;
}

const isFinal = (status: SendStatus): boolean => status === "settled" || status === "declined";

const STATUS: Readonly<Record<PayoutReading, "settled" | "pending" | "declined">> = {
  paid: "settled",
  pending: "pending",
  held: "pending",
  unmapped: "pending",
  failed: "declined",
  cancelled: "declined",
};

/** What an answer to the send makes of it; null: nothing, because more is known already. */
export function moveByOutcome(send: SendSnapshot, outcome: PayoutOutcome): SendMove | null {
  switch (outcome.kind) {
    case "settled":
    case "pending":
      return moveByFact(send, outcome.fact);
    case "declined":
      return outcome.fact ? moveByFact(send, outcome.fact) : null;
    case "not_sent":
      return isUndecided(send) ? { status: "not_sent", fact: null, contradiction: null } : null;
    case "unknown":
      return send.status === "sending" ? { status: "unknown", fact: null, contradiction: null } : null;
  }
}

const isUndecided = ({ status }: SendSnapshot): boolean => status === "sending" || status === "unknown";

/** What a message about it makes of it; null: nothing, because something newer or final is known already. */
export function moveByFact(send: SendSnapshot, fact: PayoutFact): SendMove | null {
  const status = STATUS[fact.reading];
  if (send.decided !== null) return moveDecided(send, fact, status);
  if (isFinal(send.status)) return moveFinal(send, fact, status);
  if (status === "pending" && send.status === "pending" && isOlder(send, fact)) return null;
  // It was proven that nothing had left, and the gateway has it.
  const contradiction = send.status === "not_sent" ? fact.reading : null;
  return { status, fact, contradiction };
}

function moveFinal(send: SendSnapshot, fact: PayoutFact, status: SendStatus): SendMove | null {
  if (status === "pending" || isOlder(send, fact)) return null;
  if (status === send.status) return { status, fact, contradiction: send.contradiction };
  // "Failed" after "paid" is money that came back; "paid" after "failed" needs to be newer, or never said before.
  const mayUndo = status === "declined" || isNewer(send, fact) || !send.wasPaid;
  return mayUndo ? { status, fact, contradiction: fact.reading } : null;
}

/** The gateway knows better than a person, unless it has not decided either. */
function moveDecided(
  { status: decided, decided: verdict }: SendSnapshot,
  fact: PayoutFact,
  status: SendStatus,
): SendMove | null {
  if (status !== "pending") return { status, fact, contradiction: status === decided ? null : fact.reading };
  // "Not paid", and the gateway has it in hand: it may still be paid.
  return verdict === "not_paid" ? { status: decided, fact: null, contradiction: fact.reading } : null;
}

/** The gateway's clock may be a little ahead of ours. Our choice. */
const AHEAD_MS = 5 * 60_000;

/**
 * A time that has not come yet is none: it would make every later word look older than it is, for ever.
 */
export function withPastTime(fact: PayoutFact, receivedAt: Date): PayoutFact {
  const at = saidAt(fact);
  return at !== null && at > receivedAt.getTime() + AHEAD_MS ? { ...fact, gatewayUpdatedAt: null } : fact;
}

export type PayoutEnd = Extract<PayoutReading, "paid" | "failed" | "cancelled">;

const isEnd = (reading: PayoutReading): reading is PayoutEnd => isFinal(STATUS[reading]);

/** It names another end than is known, and is dropped for its time: a person should hear of both. */
export const droppedEnd = (send: SendSnapshot, fact: PayoutFact): PayoutEnd | null =>
  isFinal(send.status) && isEnd(fact.reading) && STATUS[fact.reading] !== send.status && moveByFact(send, fact) === null
    ? fact.reading
    : null;

const saidAt = ({ gatewayUpdatedAt: at }: PayoutFact): number | null => (at === null ? null : Date.parse(at));

function isOlder(send: SendSnapshot, fact: PayoutFact): boolean {
  const at = saidAt(fact);
  return at !== null && send.saidAt !== null && at < send.saidAt;
}

function isNewer(send: SendSnapshot, fact: PayoutFact): boolean {
  const at = saidAt(fact);
  return at !== null && send.saidAt !== null && at > send.saidAt;
}
