import { recurringColumn } from "../ledger/rows/subscription-status-column";
import { attemptColumns } from "../ledger/new-attempt";
import type { PaymentToImport } from "./import-payments";

/** The new row of an imported payment. Until an order is linked its order number is the session ID, as of a renewal. */
export function importedColumns(
  payment: PaymentToImport,
  { now, gatewayIdentity }: { readonly now: Date; readonly gatewayIdentity: string },
): Record<string, unknown> {
  const { account, providerId, mode, orderNo, fact, customerId, subscription } = payment;
  const recurring = subscription ? fact.recurring : null;
  return {
    ...attemptColumns(
      {
        ...{ account, gatewayIdentity, providerId, mode, orderNo, customerId, subscription },
        sessionId: orderNo,
        cartId: null,
        hasAccount: customerId !== null,
        money: fact.money,
        method: null,
        maskedCard: fact.card,
        redirect: NO_REDIRECT,
        threeDs: { required: false, known: null },
        saveCard: null,
        savedCardId: null,
      },
      now,
    ),
    ...{ presentation: null, action_expires_at: null },
    gateway_payment_id: fact.gatewayPaymentId,
    recurring_id: recurring?.recurringId ?? null,
    recurring: recurring && JSON.stringify(recurringColumn(recurring, null, payment.askedAt)),
    imported_at: now,
    created_at: payment.authorisedAt,
  };
}

const NO_REDIRECT = {
  presentation: "page",
  returnTo: null,
  actionExpiresAt: new Date(0),
  pendingExpiresAt: null,
  remindAt: null,
} as const;
