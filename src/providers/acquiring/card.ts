import type {
  CreateAccountHolderInput,
  CreateAccountHolderOutput,
  DeleteAccountHolderInput,
  DeleteAccountHolderOutput,
  ListPaymentMethodsInput,
  ListPaymentMethodsOutput,
  RetrieveAccountHolderInput,
  RetrieveAccountHolderOutput,
  UpdateAccountHolderOutput,
} from "@medusajs/framework/types";
import { generateEntityId } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";
import { AcquiringProvider } from "./base";

/**
 * Direct card: the shop's own form (off until `allowDirectCard`), and saved cards. The gateway has no customer
 * accounts, so Medusa's account holder represents the customer and the gateway is not contacted for it.
 */
export class CardProvider extends AcquiringProvider {
  static override identifier = "acquiring-card";

  /**
   * Called when a logged-in customer first gets a session of this provider, also concurrently, and again if a process
   * died before Medusa linked the account holder. Medusa accepts each id only once, so every call returns a new one.
   */
  async createAccountHolder({ context }: CreateAccountHolderInput): Promise<CreateAccountHolderOutput> {
    const { id } = context.customer;
    return { id: `${id}.${generateEntityId("", "hold")}`, data: { customer_id: id } };
  }

  async retrieveAccountHolder({ id }: RetrieveAccountHolderInput): Promise<RetrieveAccountHolderOutput> {
    return { id, data: { customer_id: id.replace(OWN_PART, "") } };
  }

  /** Called when the customer's name or address changes; neither is stored here. */
  async updateAccountHolder(): Promise<UpdateAccountHolderOutput> {
    return {};
  }

  /** Called when Medusa deletes the account holder: the saved cards are deleted with the customer's last one. */
  async deleteAccountHolder({ context }: DeleteAccountHolderInput): Promise<DeleteAccountHolderOutput> {
    const customerId = customerOf(context.account_holder);
    if (customerId === null || (await this.rows.hasHolder(customerId, idOf(context.account_holder)))) return {};
    await this.ledger().savedCards.removeAll(customerId);
    return {};
  }

  /** Called by Medusa's payment module. Returns only what may be displayed, never a token. */
  async listPaymentMethods({ context }: ListPaymentMethodsInput): Promise<ListPaymentMethodsOutput> {
    const customerId = customerOf(context?.account_holder);
    if (customerId === null) return [];
    const cards = await this.ledger().savedCards.list(customerId);
    return cards.map(({ id, mask, brand, expiry_month, expiry_year }) => ({
      id,
      data: { mask, brand, expiry_month, expiry_year },
    }));
  }
}

/** Follows the customer's own id; older account holders have no such suffix. */
const OWN_PART = /\.hold_[0-9A-Z]{26}$/;

const Own = z.object({ id: z.string() });
const idOf = (holder: unknown): string => Own.safeParse(holder).data?.id ?? "";

const Holder = z.object({ data: z.object({ customer_id: z.string() }) });

/** The account holder's data is Medusa's own row, so it does not come from the browser. */
function customerOf(holder: unknown): string | null {
  const parsed = Holder.safeParse(holder);
  return parsed.success ? parsed.data.data.customer_id : null;
}
