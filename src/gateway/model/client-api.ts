/*
 * The gateway client's two APIs. Only the gate has `Writes`; everything else gets `Queries`, so a stray write does not
 * compile.
 */

import type { PaymentFact, RefundFact } from "./facts";
import type { GatewayPaymentId, OperationId, OrderNo, RecurringId } from "./ids";
import type { Money } from "./money";
import type { SubscriptionOutcome, PaymentOutcome, PayoutOutcome, Reason, RefundOutcome } from "./outcome";
import type { AuthoriseRequest, RedirectForm } from "./payment-request";
import type { PayoutRequest } from "./payout-request";

/**
 * Called immediately before the first byte of a request is written, and again after every wait. False: it has become
 * too old since its row was committed, and is `not_sent`.
 */
export type MaySend = () => boolean;

export interface PaymentItem {
  /** Missing: no time limit. */
  readonly maySend?: MaySend;
  readonly orderNo: OrderNo;
  readonly gatewayPaymentId: GatewayPaymentId;
  /** Capture: the amount to capture. Void: the authorised amount. */
  readonly money: Money;
}

export interface RefundItem {
  /** Missing: no time limit. */
  readonly maySend?: MaySend;
  readonly orderNo: OrderNo;
  readonly gatewayPaymentId: GatewayPaymentId;
  /** The order's amount. */
  readonly orderMoney: Money;
  /** The amount to refund; at most the captured amount. */
  readonly refundMoney: Money;
  /** Written into `refund_reason`, so that the refund search can find it again. */
  readonly operationId: OperationId;
}

export interface ReviewItem extends PaymentItem {
  /** The decision on a payment that the gateway holds for review. */
  readonly action: "approve" | "reject";
}

/** A subscription that the gateway charges. */
export interface SubscriptionItem {
  /** Of the payment that started it; it is not sent. */
  readonly orderNo: OrderNo;
  readonly recurringId: RecurringId;
  readonly subscriptionName: string | null;
}

/**
 * Items of a batch are sent together in one HTTP request, at most 50 (100 for reviews); more are split into several
 * requests. The other methods send one HTTP request. No method throws for an error of the network or the gateway: the
 * outcome states it. Outcomes are in the order of the items; an item missing from the response is `unknown`.
 */
export interface Writes {
  /** Card, token and alternative methods; not `checkout`. */
  authorise(request: AuthoriseRequest, maySend?: MaySend): Promise<PaymentOutcome>;
  /** Profile `checkout.redirect: "server-document"`: requests the checkout page and reads the form in it. No money moves. */
  openCheckout(request: AuthoriseRequest, maySend?: MaySend): Promise<CheckoutOutcome>;
  capture(items: readonly PaymentItem[]): Promise<readonly PaymentOutcome[]>;
  /** Voids authorised payments; the wire calls it cancel (POST /v1/cancel). */
  void(items: readonly PaymentItem[]): Promise<readonly PaymentOutcome[]>;
  refund(items: readonly RefundItem[]): Promise<readonly RefundOutcome[]>;
  /**
   * Decides payments that the gateway holds. Settled: it accepted the decision; a query shows the payment's status. A
   * rejection is `not_sent` while the profile has no flag for it.
   */
  review(items: readonly ReviewItem[]): Promise<readonly PaymentOutcome[]>;
  /** Ends a subscription. A charge that the gateway has prepared may still come. */
  cancelSubscription(item: SubscriptionItem, maySend?: MaySend): Promise<SubscriptionOutcome>;
  /** Pays money out. No query returns payouts: `unknown` stays until a notification or a person resolves it. */
  payout(request: PayoutRequest, maySend?: MaySend): Promise<PayoutOutcome>;
}

export type QueryAnswer<F> =
  | { readonly kind: "answered"; readonly facts: readonly F[] }
  /** The gateway refused to answer; `ip_not_registered` switches polling off until it is fixed. */
  | { readonly kind: "refused"; readonly reason: Reason }
  | { readonly kind: "failed"; readonly reason: Reason };

/** Runs a request when the caller's limit of concurrent requests allows it; the response is read outside it. */
export type Slot = <T>(exchange: () => Promise<T>) => Promise<T>;

export interface Queries {
  /** When answered, at least one fact for each queried order number; reading `not_found` if the gateway does not know it. */
  payments(orderNos: readonly OrderNo[], slot?: Slot): Promise<QueryAnswer<PaymentFact>>;
  /** All refunds of these orders; an order without one has no fact. */
  refunds(orderNos: readonly OrderNo[], slot?: Slot): Promise<QueryAnswer<RefundFact>>;
  /** Profile `optimise`: the wire's method names, most accepted first; null when it is off, late or failed. Never throws. */
  rankMethods(ask: { readonly money: Money; readonly email: string }): Promise<readonly string[] | null>;
}

export type CheckoutOutcome =
  | { readonly kind: "opened"; readonly redirectForm: RedirectForm }
  | { readonly kind: "declined" | "not_sent" | "unknown"; readonly reason: Reason };

/** The requests for the customer's browser. Everything but `follow` only computes. */
export interface RedirectForms {
  /** The signed checkout form (the gateway's interface, POST /v1/checkout). Throws `MoneyError` for an amount the wire cannot carry. */
  checkout(request: AuthoriseRequest): RedirectForm;
  /** From `issuer_url` to the request the browser makes, by profile `redirect`. Null: the address may not be used. */
  issuer(issuerUrl: string, addresses: { readonly returnUrl: string; readonly notifyUrl: string }): RedirectForm | null;
  /** Profile `redirect.issuer: "server-follow"`: requests the address of an allow-listed host and returns its target. Null: there is no allowed target. */
  follow(redirectForm: RedirectForm): Promise<RedirectForm | null>;
}

export interface GatewayClient {
  readonly queries: Queries;
  readonly redirectForms: RedirectForms;
  readonly writes: Writes;
  /** Ends idle connections; requests in flight end first. */
  close(): Promise<void>;
}
