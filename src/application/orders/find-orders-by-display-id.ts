import type { MedusaContainer } from "@medusajs/framework/types";
import { resolveLedger } from "../resolve-ledger";

/** A page shows twenty rows; further orders with the same number are ignored. */
const MOST = 200;

export async function findOrdersByDisplayId(container: MedusaContainer, text: string): Promise<string[]> {
  const number = /^#?(\d{1,9})$/.exec(text)?.[1];
  if (number === undefined) return [];
  const rows = await resolveLedger(container)
    .attempts.connection("order")
    .where({ display_id: number, deleted_at: null })
    .limit(MOST)
    .select<{ id: string }[]>("id");
  return rows.map(({ id }) => id);
}
