import type { MedusaContainer } from "@medusajs/framework/types";
import { forEachDue } from "../for-each-due";
import { resolveLedger } from "../resolve-ledger";

export async function forgetCustomer(container: MedusaContainer, customerId: string): Promise<void> {
  await resolveLedger(container).savedCards.removeAll(customerId);
}

/** The rest follows the next night. */
const GONE = `
  SELECT DISTINCT card.customer_id AS id FROM acquiring_saved_card AS card
  WHERE card.removed_at IS NULL AND card.deleted_at IS NULL AND EXISTS (
    SELECT FROM customer WHERE customer.id = card.customer_id AND customer.deleted_at IS NOT NULL)
  LIMIT 10000`;

/** Every night: the customers whose event was lost. Returns how many. */
export async function forgetDeletedCustomers(container: MedusaContainer): Promise<number> {
  const { connection } = resolveLedger(container).attempts;
  const { rows } = await connection.raw<{ rows: { id: string }[] }>(GONE);
  await forEachDue(
    container,
    rows.map(({ id }) => id),
    { work: "saved_card", run: (id) => forgetCustomer(container, id) },
  );
  return rows.length;
}
