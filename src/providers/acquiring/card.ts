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
 * Direct card: the shop's own form (off until `allowDirectCard`), and cards that
 * customers chose to keep. The gateway knows no accounts of shoppers, so Medusa's
 * account holder stands for the customer; nothing is asked of the gateway for it.
 */
export class CardProvider extends AcquiringProvider {
  static override identifier = "acquiring-card";

  /**
   * Called when a logged-in customer first has a session of this provider; by two tabs at once for each of them, and again
   * when a process died before Medusa linked the first one. Medusa takes each id once only, so each time it is another.
   */
  async createAccountHolder({ context }: CreateAccountHolderInput): Promise<CreateAccountHolderOutput> {
    const { id } = context.customer;
    return { id: `${id}.${generateEntityId("", "hold")}`, data: { customer_id: id } };
  }

  async retrieveAccountHolder({ id }: RetrieveAccountHolderInput): Promise<RetrieveAccountHolderOutput> {
    return { id, data: { customer_id: id.replace(OWN_PART, "") } };
  }

  /** Called when the customer's name or address changes; no part of that is kept here. */
  async updateAccountHolder(): Promise<UpdateAccountHolderOutput> {
    return {};
  }

  /** Called when Medusa forgets the account holder: the kept cards go with the last one of the customer. */
  async deleteAccountHolder({ context }: DeleteAccountHolderInput): Promise<DeleteAccountHolderOutput> {
    const customerId = customerOf(context.account_holder);
    if (customerId === null || (await this.rows.hasHolder(customerId, idOf(context.account_holder)))) return {};
    await this.ledger().savedCards.removeAll(customerId);
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

/** After the customer's own id; holders of before have none. */
const OWN_PART = /\.hold_[0-9A-Z]{26}$/;

const Own = z.object({ id: z.string() });
const idOf = (holder: unknown): string => Own.safeParse(holder).data?.id ?? "";

const Holder = z.object({ data: z.object({ customer_id: z.string() }) });

/** The account holder's data is Medusa's own row, not the browser's. */
function customerOf(holder: unknown): string | null {
  const parsed = Holder.safeParse(holder);
  return parsed.success ? parsed.data.data.customer_id : null;
}
