import type { CardImport } from "../../modules/acquiring";
import { resolveLedger } from "../resolve-ledger";
import { findCustomer } from "./find-customer";
import type { ImportContext, Judged } from "./import-record";
import { imported, alreadyPresent, rejected } from "./import-record";
import type { CardRecord } from "./record-schemas";

/** Stores the token as if the customer had saved the card here. The gateway has no query for tokens: its first use is the test. */
export async function importCard(context: ImportContext, account: string, card: CardRecord): Promise<Judged> {
  const customer = await findCustomer(context.container, card);
  if ("refused" in customer) return customer.refused;
  const { savedCards } = resolveLedger(context.container);
  const input = {
    account,
    gatewayIdentity: resolveLedger(context.container).imports.identityOf(account),
    customerId: customer.id,
    token: card.token,
    mask: `${card.first6 ?? "******"}******${card.last4}`,
    brand: card.brand?.toLowerCase() ?? null,
    expiryMonth: card.expiry_month,
    expiryYear: card.expiry_year,
    firstName: card.holder_first_name,
    lastName: card.holder_last_name,
  };
  const { kind } = await (context.isDry ? savedCards.importable(input) : savedCards.import(input, context.actorId));
  return OUTCOME[kind];
}

const OUTCOME: Readonly<Record<CardImport["kind"], Judged>> = {
  imported: imported(),
  present: alreadyPresent(),
  removed: alreadyPresent("the customer has removed the card in this store"),
  others: rejected("token", "is saved for another customer", "A token belongs to one customer; check the export."),
  full: rejected(null, "the customer has 20 cards, which is the most", "The customer can remove one in the shop."),
  deleted: rejected("customer_id", "the customer was deleted meanwhile", "Leave the card out."),
  off: rejected(null, "saved cards are off", "Set the option savedCards.enabled, or leave cards out."),
  not_storable: rejected(
    "token",
    "the card may not be stored",
    "A token must not look like a card number: 12 to 19 digits in a row are refused. A name must not contain six digits.",
  ),
};
