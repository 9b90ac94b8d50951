import type { MedusaContainer } from "@medusajs/framework/types";
import type { SavedCard, SavedCardsAnswer } from "../../api-schema/store";
import type { GatewayAccount } from "../../options/options";
import type { SavedCardRow } from "../../modules/acquiring/saved-cards/saved-card-rows";
import { resolveLedger } from "../resolve-ledger";
import { requireCustomer } from "../access/require-customer";

/** The cards a logged-in customer can pay with, in the words of the store contract. A card of an account that is not configured any more is left out. */
export async function listSavedCards(container: MedusaContainer, customerId: string | null): Promise<SavedCardsAnswer> {
  const customer = requireCustomer(customerId);
  const ledger = resolveLedger(container);
  const rows = await ledger.savedCards.list(customer);
  return {
    saved_cards: rows.flatMap((row) => {
      const account = ledger.account(row.account);
      return account ? [savedCardOf(row, account)] : [];
    }),
  };
}

/** Named field by field: what is not in the contract does not leave. */
const savedCardOf = (row: SavedCardRow, account: GatewayAccount): SavedCard => ({
  id: row.id,
  mask: row.mask,
  brand: row.brand,
  expiry_month: row.expiry_month,
  expiry_year: row.expiry_year,
  holder_name: `${row.holder_first_name} ${row.holder_last_name}`.trim(),
  provider_id: `pp_acquiring-card_${account.key}`,
  needs_security_code: account.profile.tokens.securityCode,
});
