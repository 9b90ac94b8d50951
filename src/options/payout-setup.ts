import type { AdminOptions } from "./admin-options";
import type { PayoutUnit } from "../gateway/model/payout-profile";
import type { PayoutOptions } from "./payout-options";

/** Whether payouts are set up: either every option without a default is set, or the missing options are listed. */

export interface ReadyPayouts extends PayoutOptions {
  readonly amountUnit: PayoutUnit;
  readonly approvers: NonNullable<PayoutOptions["approvers"]>;
  readonly revealers: NonNullable<PayoutOptions["approvers"]>;
  readonly encryptionKeys: NonNullable<PayoutOptions["encryptionKeys"]>;
  readonly limits: NonNullable<PayoutOptions["limits"]>;
}

export interface PayoutSetup {
  readonly ready: boolean;
  /** In the order in which to set them: the option, and what to write. */
  readonly missing: readonly { readonly option: string; readonly remedy: string }[];
}

const REMEDIES = {
  amountUnit:
    'Ask the gateway whether payout amounts are in major units ("10.25") or minor units ("1025"), and write "major" or "minor". There is no default, because a wrong guess pays a hundred times too much.',
  approvers:
    'List the user ids of those who may approve, such as ["user_01JABC", "user_01JDEF"]: an id belongs to one person for good, while a listed e-mail address without a user can be invited by anybody who may invite users. Nobody approves what they prepared, so name two, or one who prepares nothing.',
  encryptionKeys:
    'Make a key with "openssl rand -base64 32", keep it where your other secrets are, and write [{ id: "2026-11", key: process.env.PAYOUT_KEY }]. Bank data is sealed with it; without it nobody can read them again.',
  limits:
    'Write the limits of every currency that may be paid out, in major units: { EUR: { payout: "5000.00", day: "20000.00", beneficiary: "10000.00" } }.',
} as const;

type Needed = keyof typeof REMEDIES;
const NEEDED: readonly Needed[] = ["amountUnit", "approvers", "encryptionKeys", "limits"];

/**
 * Who prepares payouts has no default either: an approver who may invite users could invite a second account of their
 * own to prepare what they approve.
 */
const PREPARERS = {
  option: "admin.permissions.payout",
  remedy:
    'List the user ids of those who may prepare payouts, such as ["user_01JGHI"]; approvers see them all the same, and somebody in both lists never approves what they prepared. Without this list everybody could prepare, also a second user whom an approver invites.',
};

interface Asked {
  readonly payout: PayoutOptions;
  readonly admin: AdminOptions;
}

/** Whether payouts can be made, and if not, which options are missing. The payout routes exist only when it is ready. */
export function payoutSetup({ payout, admin }: Asked): PayoutSetup {
  const own = NEEDED.filter((name) => !isThere(payout[name])).map((name) => ({
    option: `payout.${name}`,
    remedy: REMEDIES[name],
  }));
  const missing = isThere(admin.permissions.payout) ? own : [...own, PREPARERS];
  return { ready: missing.length === 0, missing };
}

/** The startup warning when payouts are partly set up; null when there is nothing to report. */
export function payoutSetupWarning(options: Asked): string | null {
  const { ready, missing } = payoutSetup(options);
  // A store that never pays out may list the permission `payout` all the same.
  if (ready || NEEDED.every((name) => !isThere(options.payout[name]))) return null;
  const names = missing.map(({ option }) => `"${option}"`).join(", ");
  return `medusa-payment-acquiring: payouts are off until ${names} ${missing.length === 1 ? "is" : "are"} set. ${missing.map(({ remedy }) => remedy).join(" ")}`;
}

/** The complete options; null while `payoutSetup` is not ready. */
export function readyPayouts({ payout, admin }: Asked): ReadyPayouts | null {
  const { amountUnit, approvers, encryptionKeys, limits } = payout;
  if (!isThere(admin.permissions.payout)) return null;
  if (!amountUnit || !isThere(approvers) || !isThere(encryptionKeys) || !isThere(limits)) return null;
  return { ...payout, amountUnit, approvers, encryptionKeys, limits, revealers: payout.revealers ?? approvers };
}

const isThere = <T extends string | object>(value: T | undefined): value is T =>
  value !== undefined && (typeof value === "string" || Object.keys(value).length > 0);
