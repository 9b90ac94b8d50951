import { dayEnd, nextCharge, nextChargeDue } from "./billing-calendar";
import type { ChargesSoFar } from "./billing-calendar";
import type { SubscriptionRecordState } from "./states";
import type { Terms } from "./terms";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

export interface NextCharge {
  /** Null if no further charge is expected. */
  readonly nextChargeAt: Date | null;
  readonly isOverdue: boolean;
  /** Null if there is nothing left to check. */
  readonly nextCheckAt: Date | null;
}

export interface Situation extends ChargesSoFar {
  readonly terms: Terms;
  readonly state: SubscriptionRecordState;
  readonly boughtAt: Date;
  readonly cancelledAt: Date | null;
  readonly graceMs: number;
  readonly now: Date;
}

/** After its day: soon, in case the message was lost, then a few more times until it counts as missing. Our choice. */
const LOOKS_MS = [HOUR, 12 * HOUR, DAY];

export function nextChargeOf(situation: Situation): NextCharge {
  const { terms, state, graceMs, now } = situation;
  const nothing = { nextChargeAt: null, isOverdue: false };
  switch (state) {
    case "pending":
      return { ...nothing, nextCheckAt: new Date(now.getTime() + (isSlow(situation) ? DAY : HOUR)) };
    case "failed":
      return { ...nothing, nextCheckAt: null };
    case "ended":
    case "cancelled":
      return { ...nothing, nextCheckAt: untilQuiet(situation) };
    case "active":
    case "cancelling": {
      const nextChargeAt = nextChargeDue(terms, situation);
      if (nextChargeAt === null) return { ...nothing, nextCheckAt: beforeEnd(terms, now) };
      const isOverdue = nextChargeAt.getTime() + graceMs <= now.getTime();
      return { nextChargeAt, isOverdue, nextCheckAt: lookAt(nextChargeAt, graceMs, now) };
    }
  }
}

/** Missing before its last day, though the subscription has ended: the gateway names no date for it. */
export function endedNextCharge(situation: Situation): NextCharge {
  const { terms, graceMs, now } = situation;
  const nextChargeAt = nextChargeDue(terms, { ...situation, reported: null });
  const isOverdue = nextChargeAt !== null && nextChargeAt.getTime() + graceMs <= now.getTime();
  return { nextChargeAt, isOverdue, nextCheckAt: null };
}

/** A gateway that has not named a subscription within a day may never do so. Our choice. */
export const isSlow = ({ boughtAt, now }: Pick<Situation, "boughtAt" | "now">): boolean =>
  now.getTime() - boughtAt.getTime() > DAY;

function lookAt(due: Date, graceMs: number, now: Date): Date {
  const moments = [...LOOKS_MS, graceMs].map((after) => due.getTime() + after).filter((at) => at > now.getTime());
  return new Date(Math.min(now.getTime() + DAY, ...moments));
}

/** No charge is due any more: the subscription ends with its last day. */
function beforeEnd({ endsOn }: Terms, now: Date): Date {
  const daily = now.getTime() + DAY;
  return new Date(endsOn === null ? daily : Math.min(daily, Math.max(dayEnd(endsOn).getTime(), now.getTime() + HOUR)));
}

/** A charge prepared before the end may come at the end of its period, and its message may be lost. */
function untilQuiet({ terms, anchor, lastChargedAt, graceMs, now }: Situation): Date | null {
  const last = nextCharge(anchor, terms, lastChargedAt).getTime() + graceMs;
  return now.getTime() < last ? new Date(Math.min(now.getTime() + DAY, last)) : null;
}
