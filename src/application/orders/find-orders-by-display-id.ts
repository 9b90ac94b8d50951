import type { MedusaContainer } from "@medusajs/framework/types";
import { resolveLedger } from "../resolve-ledger";

/** A person looks at twenty: more orders of one number than these are not followed. */
const MOST = 200;

/** Ids of the orders with the number that was typed (`1042` or `#1042`); none for any other text. */
export async function findOrdersByDisplayId(container: MedusaContainer, text: string): Promise<string[]> {
  const number = /^#?(\d{1,9})$/.exec(text)?.[1];
  if (number === undefined) return [];
  const rows = await resolveLedger(container)
    .ledger.connection("order")
    .where({ display_id: number, deleted_at: null })
    .limit(MOST)
    .select<{ id: string }[]>("id");
  return rows.map(({ id }) => id);
}
