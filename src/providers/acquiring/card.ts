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
import { z } from "@medusajs/framework/zod";
import { AcquiringProvider } from "./base";

/**
 * Direct card: the shop's own form (off until `allowDirectCard`), and cards that
 * customers chose to keep. The gateway knows no accounts of shoppers, so Medusa's
 * account holder is the customer itself; nothing is asked of the gateway for it.
 */
export class CardProvider extends AcquiringProvider {
  static override identifier = "acquiring-card";

  /** Called when a logged-in customer first has a session of this provider. */
  async createAccountHolder({ context }: CreateAccountHolderInput): Promise<CreateAccountHolderOutput> {
    const { id } = context.customer;
    return { id, data: { customer_id: id } };
  }

  async retrieveAccountHolder({ id }: RetrieveAccountHolderInput): Promise<RetrieveAccountHolderOutput> {
    return { id, data: { customer_id: id } };
  }

  /** Called when the customer's name or address changes; no part of that is kept here. */
  async updateAccountHolder(): Promise<UpdateAccountHolderOutput> {
    return {};
  }

  /** Called when Medusa forgets the account holder: the kept cards go with it. */
  async deleteAccountHolder({ context }: DeleteAccountHolderInput): Promise<DeleteAccountHolderOutput> {
    const customerId = customerOf(context.account_holder);
    if (customerId !== null) await this.ledger().savedCards.removeAll(customerId);
    return {};
  }

  /** Called by Medusa's payment module for whoever asks it; tells what may be shown and never a token. */
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

const Holder = z.object({ data: z.object({ customer_id: z.string() }) });

/** The account holder's data is Medusa's own row, not the browser's. */
function customerOf(holder: unknown): string | null {
  const parsed = Holder.safeParse(holder);
  return parsed.success ? parsed.data.data.customer_id : null;
}
