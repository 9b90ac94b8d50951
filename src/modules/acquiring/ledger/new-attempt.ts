import { generateEntityId } from "@medusajs/framework/utils";
import type { MaskedCard, ThreeDsFact } from "../../../gateway/model/facts";
import type { Money } from "../../../gateway/model/money";
import type { SubscriptionTerms } from "../../../gateway/model/payment-request";
import type { AttemptMode, Presentation } from "./rows/attempt-row";
import { amountColumns } from "./rows/attempt-row";
import type { AttemptInstalments } from "./rows/instalments";
import { instalmentsColumn } from "./rows/instalments";
import { SENDING_GRACE_MS } from "./rows/schedule";

/** Creates the row of a new attempt. It writes nothing. */
export interface NewAttempt {
  readonly account: string;
  /** The gateway account that it will be sent to; set by the gate. */
  readonly gatewayIdentity?: string;
  readonly providerId: string;
  readonly sessionId: string;
  readonly cartId: string | null;
  /** Of a payment for an order's balance; missing for a cart. */
  readonly balance?: { readonly collectionId: string; readonly linkId: string } | null;
  readonly customerId: string | null;
  readonly hasAccount: boolean;
  readonly orderNo: string;
  readonly money: Money;
  readonly mode: AttemptMode;
  readonly method: string | null;
  /** Displayable card data; null if the gateway collects the card. */
  readonly maskedCard: MaskedCard | null;
  readonly redirect: NewRedirect;
  readonly threeDs: { readonly required: boolean; readonly known: ThreeDsFact | null };
  readonly saveCard: CardToSave | null;
  readonly savedCardId: string | null;
  /** Country of the billing address, two letters, for the review rule. */
  readonly billingCountry?: string | null;
  /** Of the cart or order; missing: unknown. */
  readonly salesChannelId?: string | null;
  /** The subscription that this payment starts; missing: none. The request contains the same. */
  readonly subscription?: SubscriptionTerms | null;
  /** Missing: paid at once. The request contains the same plan. */
  readonly instalments?: AttemptInstalments | null;
}

export interface NewRedirect {
  readonly presentation: Presentation;
  readonly returnTo: string | null;
  readonly actionExpiresAt: Date;
  /** Null: a payment that the gateway has not decided waits indefinitely. */
  readonly pendingExpiresAt: Date | null;
  readonly remindAt: Date | null;
}

export interface CardToSave {
  readonly expiryMonth: string;
  readonly expiryYear: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** JSON form: the amount in minor units as text. */
const termsColumn = ({ amount, ...terms }: SubscriptionTerms): Record<string, unknown> => ({
  ...terms,
  currency: amount.currency,
  minor: amount.minor.toString(),
});

export const attemptColumns = (input: NewAttempt, now: Date): Record<string, unknown> => ({
  id: generateEntityId(undefined, "acqatt"),
  account: input.account,
  gateway_identity: input.gatewayIdentity ?? "",
  provider_id: input.providerId,
  mode: input.mode,
  method: input.method,
  session_id: input.sessionId,
  cart_id: input.cartId,
  ...(input.balance ? { collection_id: input.balance.collectionId, payment_link_id: input.balance.linkId } : {}),
  customer_id: input.customerId,
  has_account: input.hasAccount,
  order_no: input.orderNo,
  card_mask: input.maskedCard?.mask ?? null,
  card_brand: input.maskedCard?.brand ?? null,
  presentation: input.redirect.presentation,
  return_to: input.redirect.returnTo,
  action_expires_at: input.redirect.actionExpiresAt,
  pending_expires_at: input.redirect.pendingExpiresAt,
  remind_at: input.redirect.remindAt,
  three_ds_required: input.threeDs.required,
  three_ds: input.threeDs.known && JSON.stringify(input.threeDs.known),
  save_card: input.saveCard && JSON.stringify(input.saveCard),
  saved_card_id: input.savedCardId,
  billing_country: input.billingCountry ?? null,
  sales_channel_id: input.salesChannelId ?? null,
  subscription: input.subscription ? JSON.stringify(termsColumn(input.subscription)) : null,
  subscription_due_at: input.subscription ? now : null,
  ...(input.instalments ? { instalments: instalmentsColumn(input.instalments) } : {}),
  reversal_tries: 0,
  currency: input.money.currency,
  ...amountColumns("requested", input.money.minor),
  ...amountColumns("authorised", 0n),
  ...amountColumns("captured", 0n),
  ...amountColumns("refunded", 0n),
  ...amountColumns("refund_pending", 0n),
  state: "created",
  version: 1,
  projected_version: 0,
  project_failures: 0,
  next_check_at: new Date(now.getTime() + SENDING_GRACE_MS),
  checks: 0,
  created_at: now,
  updated_at: now,
});
