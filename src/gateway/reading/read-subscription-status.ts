import type { RecurringFact, RecurringStatus } from "../model/facts";
import type { OrderNo, RecurringId } from "../model/ids";
import { createRecurringId } from "../model/ids";
import type { GatewayProfile } from "../model/profile";
import { safeText } from "../redaction/redact";
import { listedWord } from "./normalize";
import { dayIn, momentIn } from "./gateway-time";

/** Unreadable data is null and does not make the payment unreadable; an unmapped status proves nothing. */
export interface SubscriptionTexts {
  readonly recurringId: string | undefined;
  readonly subscriptionName: string | undefined;
  readonly period: string | undefined;
  readonly nextCharge: string | undefined;
  readonly status?: string | undefined;
  readonly charged?: string | undefined;
}

export function readSubscriptionStatus(
  profile: GatewayProfile,
  wireOrderNo: OrderNo,
  texts: SubscriptionTexts,
): RecurringFact | null {
  const recurringId = readRecurringId(texts.recurringId);
  if (recurringId === null) return null;
  const { timeZone } = profile;
  const next = texts.nextCharge?.trim() ?? "";
  const charged = texts.charged?.trim() ?? "";
  return {
    recurringId,
    subscriptionName: shown(texts.subscriptionName, 200),
    period: shown(texts.period, 100),
    nextChargeRaw: shown(next, 50),
    nextChargeOn: dayIn(next),
    nextChargeAt: momentIn(next, timeZone),
    status: readStatus(profile, texts.status),
    wireOrderNo,
    chargedRaw: /^\d{14}$/.test(charged) ? charged : null,
    chargedAt: momentIn(charged, timeZone),
  };
}

const shown = (text: string | undefined, length: number): string | null => (text ? safeText(text, length) : null);

function readRecurringId(text: string | undefined): RecurringId | null {
  try {
    return text ? createRecurringId(text) : null;
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** A present but unusable subscription ID: the subscription would be charged without anyone knowing. */
export const isSubscriptionLost = (text: string | undefined): boolean =>
  Boolean(text) && readRecurringId(text) === null;

function readStatus({ subscription }: GatewayProfile, text: string | undefined): RecurringStatus | null {
  return text?.trim() ? (listedWord(subscription.statuses, text) ?? "unmapped") : null;
}
