import type { ParsedNotification } from "../../../gateway/notifications/notification";
import { parseNotification } from "../../../gateway/notifications/notification";
import type { GatewayAccount } from "../../../gateway/model/account";
import type { ParsedPayout } from "../../../gateway/notifications/payout-notification";

/**
 * The gateway has one address per key of `accounts`, so a message may belong to the current account or to a former one:
 * its merchant and signature tell. Pure.
 */
export interface NotificationReading<Parsed = ParsedNotification | ParsedPayout> {
  readonly account: GatewayAccount;
  readonly parsed: Parsed;
}

export interface Bytes {
  readonly contentType: string | null;
  readonly body: Buffer;
}

/** Every account that can read the message, those with a matching signature first; or why the current one cannot. */
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

/** Undefined: only another account's key verifies the message, or the payment's account is not configured. */
export const readingFor = <R extends NotificationReading>(
  readings: readonly R[],
  account: GatewayAccount | undefined,
): R | undefined => {
  const own = readings.find((each) => each.account === account);
  return own && (isProven(own) || !readings.some(isProven)) ? own : undefined;
};

export type Message = NotificationReading<ParsedNotification>;
export const isOfPayment = (reading: NotificationReading): reading is Message => reading.parsed.kind === "payment";
export const isOfPayout = (reading: NotificationReading): reading is NotificationReading<ParsedPayout> =>
  reading.parsed.kind === "payout";
