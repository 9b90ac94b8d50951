import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, MathBN, MedusaError, Modules } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";
import { OPEN_CHANGE } from "../../modules/acquiring";
import { AWAITS_RETURN, lessRequested } from "./order-balance";

/**
 * Credit lines lower an order's total for a refund beyond what the order owed. Core creates none while an edit, return,
 * exchange or claim is open, so such a refund waits. Each of our credit lines names its refund, so that a crash cannot
 * lead to a second one.
 */
const Line = z.object({
  reference_id: z.string().nullable(),
  made_at: z.date(),
  raw_amount: z.object({ value: z.union([z.string(), z.number()]).transform(String) }),
});
const Lines = z.array(Line);
export type CreditLine = z.infer<typeof Line>;

/** Core copies an order's credit lines with every change and keeps the version that each was created in. */
const LINES = `
  SELECT line.reference_id, line.raw_amount, COALESCE(first.made_at, line.created_at) AS made_at
  FROM "order" AS placed
  JOIN order_credit_line AS line ON line.order_id = placed.id AND line.version = placed.version AND line.deleted_at IS NULL
  LEFT JOIN LATERAL (SELECT MIN(earlier.created_at) AS made_at FROM order_credit_line AS earlier
    WHERE earlier.order_id = placed.id AND earlier.deleted_at IS NULL
      AND earlier.version::text = line.metadata ->> 'created_in_version') AS first ON true
  WHERE placed.id = ? ORDER BY made_at, line.id`;

export async function creditLinesOf(container: MedusaContainer, orderId: string): Promise<readonly CreditLine[]> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION);
  const { rows } = await pg.raw<{ rows: unknown[] }>(LINES, [orderId]);
  return Lines.parse(rows);
}

/** Core registers this workflow but does not export it. */
const CREDIT_LINES = "create-order-refund-credit-lines";

interface NewLine {
  readonly amount: string;
  readonly reference: string;
  readonly referenceId: string;
}

export async function addCreditLine(container: MedusaContainer, orderId: string, line: NewLine): Promise<void> {
  await container.resolve(Modules.WORKFLOW_ENGINE).run(CREDIT_LINES, { input: { order_id: orderId, ...line } });
}

/** Retry interval while an order change is open; no event reports its end. Our choice. */
export const CHANGE_LOOK_MS = 60_000;

const Standing = z.object({
  difference: z.string(),
  version: z.number(),
  awaits_return: z.boolean(),
  is_changing: z.boolean(),
});
const STANDING = `
  SELECT COALESCE(summary.totals -> 'raw_pending_difference' ->> 'value', summary.totals ->> 'pending_difference', '0')
      AS difference, placed.version, ${AWAITS_RETURN} AS awaits_return, EXISTS (${OPEN_CHANGE}) AS is_changing
  FROM "order" AS placed LEFT JOIN order_summary AS summary
    ON summary.order_id = placed.id AND summary.version = placed.version AND summary.deleted_at IS NULL
  WHERE placed.id = ?`;

/** `owed`: to the customer, in major units; as core's refund flow does, with what the customer is to send back. */
async function balanceOf(container: MedusaContainer, orderId: string): Promise<{ owed: string; isChanging: boolean }> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION);
  const row = await lessRequested(container, orderId, async () => {
    const { rows } = await pg.raw<{ rows: unknown[] }>(STANDING, [orderId]);
    return Standing.parse(rows[0]);
  });
  if (!row) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no order ${orderId}.`);
  return { owed: MathBN.mult(row.difference, -1).toString(), isChanging: row.is_changing };
}

export const isChanging = async (container: MedusaContainer, orderId: string): Promise<boolean> =>
  (await balanceOf(container, orderId)).isChanging;

/** The part of a refund beyond what the order owes, by core's calculation, in major units; null if there is none. */
export function beyondOwed(amount: string, owed: string): string | null {
  const beyond = MathBN.gt(owed, 0) ? MathBN.sub(amount, owed) : MathBN.convert(amount);
  return beyond.gt(0) ? beyond.toString() : null;
}

/** Whether an open order change keeps core from recording a refund of this amount (major units). */
export async function waitsForChange(container: MedusaContainer, orderId: string, amount: string): Promise<boolean> {
  const balance = await balanceOf(container, orderId);
  return balance.isChanging && beyondOwed(amount, balance.owed) !== null;
}

/** Creates the credit line of a refund whose transaction is still missing. False if it has to wait. */
export async function creditRefund(
  container: MedusaContainer,
  orderId: string,
  refund: { readonly id: string; readonly amount: string },
): Promise<boolean> {
  if ((await creditLinesOf(container, orderId)).some(({ reference_id: of }) => of === refund.id)) return true;
  const balance = await balanceOf(container, orderId);
  const amount = beyondOwed(refund.amount, balance.owed);
  if (amount === null) return true;
  if (balance.isChanging) return false;
  await addCreditLine(container, orderId, { amount, reference: "refund", referenceId: refund.id });
  return true;
}
