import type { ParsedNotification } from "../../../gateway/notifications/notification";
import { parseNotification } from "../../../gateway/notifications/notification";
import type { GatewayAccount } from "../../../options/options";
import type { ParsedPayout } from "../../../gateway/notifications/payout-notification";

/**
 * Reads a notification that came for a key of `accounts`. The gateway is told one address for each key, so a message may
 * be one of the current account or of a former one: whose it is, its merchant and its signature say. Pure; which of
 * several readings is right for a payment, `readingFor` says.
 */
export interface NotificationReading<Parsed = ParsedNotification | ParsedPayout> {
  readonly account: GatewayAccount;
  readonly parsed: Parsed;
}

export interface Bytes {
  readonly contentType: string | null;
  readonly body: Buffer;
}

/** Every account that can read the message, those first whose signature matches; or why the current one cannot. */
export function readNotification(
  accounts: readonly [GatewayAccount, ...GatewayAccount[]],
  bytes: Bytes,
):
  | { readonly kind: "read"; readonly readings: readonly [NotificationReading, ...NotificationReading[]] }
  | { readonly kind: "unreadable"; readonly reason: string } {
  const all = accounts.map((account) => ({ account, parsed: parseNotification({ ...bytes, account }) }));
  const readings = all.flatMap(({ account, parsed }) => (parsed.kind === "unreadable" ? [] : [{ account, parsed }]));
  const [first, ...more] = [...readings.filter(isProven), ...readings.filter((each) => !isProven(each))];
  if (first) return { kind: "read", readings: [first, ...more] };
  const own = all[0]?.parsed;
  return { kind: "unreadable", reason: own?.kind === "unreadable" ? own.reason : "It is not a notification." };
}

export const isProven = ({ parsed }: NotificationReading): boolean => parsed.signature === "matched";

/**
 * The reading by the account that the payment was sent to. Undefined: only another account's key verifies the message, so
 * it speaks of another payment, or the payment's own account is not configured.
 */
export const readingFor = <R extends NotificationReading>(
  readings: readonly R[],
  account: GatewayAccount | undefined,
): R | undefined => {
  const own = readings.find((each) => each.account === account);
  return own && (isProven(own) || !readings.some(isProven)) ? own : undefined;
};

export type Message = NotificationReading<ParsedNotification>;
export const isOfPayment = (reading: NotificationReading): reading is Message => reading.parsed.kind === "parsed";
export const isOfPayout = (reading: NotificationReading): reading is NotificationReading<ParsedPayout> =>
  reading.parsed.kind === "payout";

/** Of a kept card, whatever the message is about; null when it names none or nobody can read it. */
export function tokenIn([account, ...former]: readonly GatewayAccount[], bytes: Bytes): string | null {
  const read = account && readNotification([account, ...former], bytes);
  return (read?.kind === "read" ? read.readings.find(isOfPayment)?.parsed.token : null) ?? null;
}
