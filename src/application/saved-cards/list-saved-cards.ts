import type { MedusaContainer } from "@medusajs/framework/types";
import type { SavedCard, SavedCardsAnswer } from "../../api-schema/store";
import type { GatewayAccount } from "../../gateway/model/account";
import type { SavedCardRow } from "../../modules/acquiring";
import { resolveLedger } from "../resolve-ledger";
import { requireCustomer } from "../access/require-customer";

/** A logged-in customer's saved cards for the store API, without those of accounts no longer configured. */
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

/** Field by field, so that nothing outside the API schema is returned. */
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
