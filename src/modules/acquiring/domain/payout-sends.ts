import type { PayoutFact, PayoutReading } from "../../../gateway/model/facts";
import type { PayoutOutcome } from "../../../gateway/model/outcome";

/**
 * Nothing older or undecided reverts a final state; the gateway overrides a manual resolution, which raises an
 * attention item. The same messages give the same state in any order. Pure.
 */
export type SendStatus = "sending" | "settled" | "pending" | "declined" | "not_sent" | "unknown";

export interface SendSnapshot {
  readonly status: SendStatus;
  /** Of the last message that changed it, in ms; null if none had a time. */
  readonly reportedAt: number | null;
  /** Resolved manually, and not yet reported by the gateway. */
  readonly decided: "paid" | "not_paid" | null;
  readonly wasPaid: boolean;
  readonly contradiction: PayoutReading | null;
}

export interface SendMove {
  readonly status: SendStatus;
  readonly fact: PayoutFact | null;
  /** A contradiction to a manual resolution, or to an earlier report; kept until a later message agrees. */
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

/** The effect of a response to the send; null: more is already known. */
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

/** The effect of a message about it; null: something newer or final is already known. */
export function moveByFact(send: SendSnapshot, fact: PayoutFact): SendMove | null {
  const status = STATUS[fact.reading];
  if (send.decided !== null) return moveDecided(send, fact, status);
  if (isFinal(send.status)) return moveFinal(send, fact, status);
  // Of one that was accepted and then silent, an older message does not end the doubt.
  const isOpen = send.status === "pending" || send.status === "unknown";
  if (status === "pending" && isOpen && isOlder(send, fact)) return null;
  // It was proven unsent, and the gateway has it.
  const contradiction = send.status === "not_sent" ? fact.reading : null;
  return { status, fact, contradiction };
}

function moveFinal(send: SendSnapshot, fact: PayoutFact, status: SendStatus): SendMove | null {
  if (status === "pending" || isOlder(send, fact)) return null;
  if (status === send.status) return { status, fact, contradiction: send.contradiction };
  // "Failed" after "paid" is money returned; "paid" after "failed" must be newer, or the first report.
  const mayUndo = status === "declined" || isNewer(send, fact) || !send.wasPaid;
  return mayUndo ? { status, fact, contradiction: fact.reading } : null;
}

/** The gateway overrides a person, unless it is undecided too. */
function moveDecided(
  { status: decided, decided: outcome }: SendSnapshot,
  fact: PayoutFact,
  status: SendStatus,
): SendMove | null {
  if (status !== "pending") return { status, fact, contradiction: status === decided ? null : fact.reading };
  // Resolved as not paid, and the gateway is processing it: it may still be paid.
  return outcome === "not_paid" ? { status: decided, fact: null, contradiction: fact.reading } : null;
}

/** The gateway's clock may be slightly ahead. Our choice. */
const AHEAD_MS = 5 * 60_000;

/** A time in the future is ignored: it would make every later message look older. */
export function withPastTime(fact: PayoutFact, receivedAt: Date): PayoutFact {
  const at = reportedAt(fact);
  return at !== null && at > receivedAt.getTime() + AHEAD_MS ? { ...fact, gatewayUpdatedAt: null } : fact;
}

export type PayoutEnd = Extract<PayoutReading, "paid" | "failed" | "cancelled">;

const isEnd = (reading: PayoutReading): reading is PayoutEnd => isFinal(STATUS[reading]);

/** It reports another final state and is ignored because of its time: a person should see both. */
export const droppedEnd = (send: SendSnapshot, fact: PayoutFact): PayoutEnd | null =>
  isFinal(send.status) && isEnd(fact.reading) && STATUS[fact.reading] !== send.status && moveByFact(send, fact) === null
    ? fact.reading
    : null;

const reportedAt = ({ gatewayUpdatedAt: at }: PayoutFact): number | null => (at === null ? null : Date.parse(at));

function isOlder(send: SendSnapshot, fact: PayoutFact): boolean {
  const at = reportedAt(fact);
  return at !== null && send.reportedAt !== null && at < send.reportedAt;
}

function isNewer(send: SendSnapshot, fact: PayoutFact): boolean {
  const at = reportedAt(fact);
  return at !== null && send.reportedAt !== null && at > send.reportedAt;
}
