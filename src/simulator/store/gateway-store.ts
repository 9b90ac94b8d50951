import type { Snapshot } from "./gateway-store-file";
import { empty, keep, load } from "./gateway-store-file";
import { GatewayStoreIndex, indexOf } from "./gateway-store-index";
import type { CheckoutOrder } from "../payments/checkout-order";
import type { Payout } from "../payouts/payout";
import type { Subscription } from "../subscriptions/subscription";
import type { StoredToken } from "../payments/tokens";
import type { Effects, PortalEffects, RefundRecord, Transaction } from "../payments/transaction";
import { hasFailed, portalEffectNames } from "../payments/transaction";

const isByHand = (effect: string): effect is keyof PortalEffects => portalEffectNames.some((name) => name === effect);

/** What "really" happened at the gateway. Tests compare it with the store's own data. */
export class GatewayStore {
  private data: Snapshot;
  private index = new GatewayStoreIndex();
  private isClosed = false;

  /** `startedAt` keeps the numbers of two starts without a file apart. */
  constructor(
    private readonly file: string | undefined,
    private readonly startedAt: Date,
  ) {
    this.data = file ? load(file) : empty();
    this.index = indexOf(this.data);
  }

  get transactions(): readonly Transaction[] {
    return this.data.transactions;
  }

  get effects(): Readonly<Effects> {
    return this.data.effects;
  }

  get portalEffects(): Readonly<PortalEffects> {
    return this.data.portalEffects;
  }

  get orders(): readonly CheckoutOrder[] {
    return this.data.orders;
  }

  get tokens(): readonly StoredToken[] {
    return this.data.tokens;
  }

  get subscriptions(): readonly Subscription[] {
    return this.data.subscriptions;
  }

  get payouts(): readonly Payout[] {
    return this.data.payouts;
  }

  get aheadMs(): number {
    return this.data.aheadMs;
  }

  advance(ms: number): void {
    this.data.aheadMs += ms;
    this.save();
  }

  /** Counts something that really happened; the caller saves. */
  count(effect: keyof (Effects & PortalEffects), transaction: Transaction): void {
    if (isByHand(effect)) this.data.portalEffects[effect] += 1;
    else this.data.effects[effect] += 1;
    transaction.effects[effect] = (transaction.effects[effect] ?? 0) + 1;
  }

  /** The active transaction of this order number, else the last failed one. */
  find(orderNo: string): Transaction | undefined {
    const own = this.byOrder(orderNo);
    return own.find((transaction) => !hasFailed(transaction)) ?? own.at(-1);
  }

  /** By its own number if given, else by its order number. */
  named(transactionId: string, orderNo: string): Transaction | undefined {
    return transactionId === "" ? this.find(orderNo) : this.byId(transactionId);
  }

  byOrder(orderNo: string): readonly Transaction[] {
    return this.index.byOrder.get(orderNo) ?? [];
  }

  byId(transactionId: string): Transaction | undefined {
    return this.index.byId.get(transactionId);
  }

  byPage(pageId: string): Transaction | undefined {
    return this.index.byPage.get(pageId);
  }

  /** Transactions with a refund of this reference, or of this reason of the merchant. */
  byRefund(referenceOrReason: string): readonly Transaction[] {
    return [...(this.index.byRefund.get(referenceOrReason) ?? [])];
  }

  orderBy(name: "order_no" | "page_id", value: string): CheckoutOrder | undefined {
    return (name === "order_no" ? this.index.orderByNo : this.index.orderByPage).get(value);
  }

  /** Replaces the order of the same number: the latest signed one counts. */
  putOrder(order: CheckoutOrder): void {
    const known = this.index.orderByNo.get(order.order_no);
    if (known) this.data.orders[this.data.orders.indexOf(known)] = order;
    else this.data.orders.push(order);
    this.index.addOrder(order);
    this.save();
  }

  /** The caller saves. */
  addRefund(transaction: Transaction, refund: RefundRecord): void {
    transaction.refunds.push(refund);
    this.index.addRefund(transaction, refund);
  }

  addToken(token: StoredToken): void {
    this.data.tokens.push(token);
  }

  subscription(recurringId: string): Subscription | undefined {
    return this.index.subscriptionById.get(recurringId);
  }

  /** The caller saves. */
  addSubscription(subscription: Subscription): void {
    this.data.subscriptions.push(subscription);
    this.index.subscriptionById.set(subscription.recurring_id, subscription);
  }

  payout(requestId: string): Payout | undefined {
    return this.index.payoutById.get(requestId);
  }

  /** The caller saves. */
  addPayout(payout: Payout): void {
    this.data.payouts.push(payout);
    this.index.payoutById.set(payout.request_id, payout);
  }

  /** 20 digits, more than a number can hold exactly: parsing it as one yields another transaction. */
  nextNumber(): string {
    this.data.counter += 1;
    return `${String(this.startedAt.getTime()).padStart(13, "1")}${String(this.data.counter).padStart(7, "0")}`;
  }

  add(transaction: Transaction): void {
    this.data.transactions.push(transaction);
    this.index.add(transaction);
    this.save();
  }

  save(): void {
    if (this.file && !this.isClosed) keep(this.file, this.data);
  }

  /** From now on the file belongs to the next simulator. */
  close(): void {
    this.isClosed = true;
  }

  /** Deletes everything but the numbering: a gateway never reuses a number. */
  reset(): void {
    this.data = { ...empty(), counter: this.data.counter };
    this.index = new GatewayStoreIndex();
    this.save();
  }
}
