import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { createCurrency, createMoney, toMajor } from "../../../gateway/model/money";
import { noDetails } from "../ledger/apply-decision";
import { raiseAttention } from "../ledger/attention-rows";
import { insertEntry } from "../ledger/journal";
import type { Ledger } from "../ledger/ledger";
import type { AttemptRow } from "../ledger/rows/attempt-row";
import { minorOf } from "../ledger/rows/attempt-row";

/** What is told once for each payment: that its authorisation expires, and that a capture by the policy failed. */
const ENTRY = "authorisation_expiring";
const ITEM = "expiring_authorisation";
const FAILED = "capture_due";

/**
 * The journal's entry, which is also an event. False if it was written before. What is left to capture is in it.
 */
export async function noteExpiring(ledger: Ledger, attemptId: string): Promise<boolean> {
  const noted = await ledger.withAttempt(attemptId, async ({ row, lockedAt }, trx) => {
    const before = await trx("acquiring_entry").where({ attempt_id: attemptId, kind: ENTRY }).first<unknown>("id");
    if (before || (row.state !== "authorised" && row.state !== "captured")) return false;
    const amount = minorOf(row.authorised) - minorOf(row.captured);
    const context = { source: "request", actor: "system", now: lockedAt, inboxEventId: null } as const;
    await insertEntry(trx, row, {
      kind: ENTRY,
      operationId: null,
      amount,
      from: row.state,
      to: row.state,
      context: { ...context, details: noDetails, completeCartAfterMs: 0 },
    });
    return true;
  });
  return noted ?? false;
}

export interface Expiring {
  readonly id: string;
  readonly account: string;
  readonly since: Date;
  readonly expiresAt: Date;
}

/** Raised once per payment, however often it is found, also after it was dismissed. */
export async function raiseExpiring(
  pg: Knex,
  { id, account, since, expiresAt }: Expiring,
  now: Date,
): Promise<boolean> {
  const told = await pg("acquiring_attention_item")
    .where({ attempt_id: id, kind: ITEM, deleted_at: null })
    .first<unknown>("id");
  if (told) return false;
  const day = (date: Date): string => date.toISOString().slice(0, 10);
  const message =
    `Authorised on ${day(since)} and not captured. Authorisations of this account are valid for ` +
    `${String(Math.round((expiresAt.getTime() - since.getTime()) / 86_400_000))} days, until ${day(expiresAt)}. ` +
    "Capture it in time, or void it.";
  await raiseAttention(pg, { account, kind: ITEM, subject: id, attemptId: id, message }, now);
  return true;
}

/** `left`: of a payment that was captured in part, in minor units. */
export const restText = (
  { currency, captured }: Pick<AttemptRow, "currency" | "captured">,
  left: bigint,
  expiresAt: Date,
): string =>
  `${textOfMinor(currency, left)} of the order are authorised and not captured, and ` +
  `${textOfMinor(currency, minorOf(captured))} are. The authorisation is valid until ${expiresAt.toISOString().slice(0, 10)}.`;

/** Of minor units. */
export function textOfMinor(code: string, minor: bigint): string {
  const currency = createCurrency(code);
  return `${toMajor(createMoney(minor, currency))} ${currency}`;
}

/** Raised once for each failure: not again if it was raised, or dismissed, since then. */
export async function raiseCaptureDue(
  pg: Knex,
  {
    attempt,
    message,
    since,
  }: { readonly attempt: Pick<AttemptRow, "id" | "account">; readonly message: string; readonly since: Date | null },
  now: Date,
): Promise<boolean> {
  const { id, account } = attempt;
  const items = pg("acquiring_attention_item").where({ attempt_id: id, kind: FAILED, deleted_at: null });
  const told = await (
    since === null ? items.where({ message }) : items.where("updated_at", ">=", since)
  ).first<unknown>("id");
  if (told) return false;
  await raiseAttention(pg, { account, kind: FAILED, subject: id, attemptId: id, message }, now);
  return true;
}
