import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { BookIndex, indexOf } from "./book-index";
import type { CheckoutOrder } from "./checkout-order";
import type { StoredToken } from "./tokens";
import type { Effects, PortalEffects, RefundRecord, Transaction } from "./transaction";
import { effectNames, hasFailed, portalEffectNames } from "./transaction";

/**
 * The simulator's own books: what "really" happened at the gateway. After a test
 * they are compared with the store's.
 */
interface Snapshot {
  counter: number;
  /** How far the simulator's clock is ahead of the real one. */
  aheadMs: number;
  effects: Effects;
  portalEffects: PortalEffects;
  transactions: Transaction[];
  orders: CheckoutOrder[];
  tokens: StoredToken[];
}

const none = (): Effects => ({ authorise: 0, checkout: 0, apm: 0, capture: 0, cancel: 0, refund: 0 });

const noneByHand = (): PortalEffects => ({ portal_capture: 0, portal_void: 0, portal_refund: 0 });

const empty = (): Snapshot => ({
  counter: 0,
  aheadMs: 0,
  effects: none(),
  portalEffects: noneByHand(),
  transactions: [],
  orders: [],
  tokens: [],
});

const isByHand = (effect: string): effect is keyof PortalEffects => portalEffectNames.some((name) => name === effect);

/** How often each effect happened to each order number of these transactions. */
export function effectsByOrder(transactions: readonly Transaction[]): Readonly<Record<string, Transaction["effects"]>> {
  const sums = new Map<string, Transaction["effects"]>();
  for (const { order_no: orderNo, effects } of transactions) {
    const sum = sums.get(orderNo) ?? {};
    for (const name of [...effectNames, ...portalEffectNames]) {
      if (effects[name]) sum[name] = (sum[name] ?? 0) + effects[name];
    }
    sums.set(orderNo, sum);
  }
  return Object.fromEntries(sums);
}

export class Book {
  private data: Snapshot;
  private index = new BookIndex();
  private isClosed = false;

  /** `startedAt` makes the numbers of two starts without a file differ. */
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

  get aheadMs(): number {
    return this.data.aheadMs;
  }

  advance(ms: number): void {
    this.data.aheadMs += ms;
    this.save();
  }

  /** Something really happened; whoever calls this saves. */
  count(effect: keyof (Effects & PortalEffects), transaction: Transaction): void {
    if (isByHand(effect)) this.data.portalEffects[effect] += 1;
    else this.data.effects[effect] += 1;
    transaction.effects[effect] = (transaction.effects[effect] ?? 0) + 1;
  }

  /** The transaction of this order number that lives, else the last that failed. */
  find(orderNo: string): Transaction | undefined {
    const own = this.byOrder(orderNo);
    return own.find((transaction) => !hasFailed(transaction)) ?? own.at(-1);
  }

  /** All transactions of this order number, in the order they were made. */
  byOrder(orderNo: string): readonly Transaction[] {
    return this.index.byOrder.get(orderNo) ?? [];
  }

  byId(transactionId: string): Transaction | undefined {
    return this.index.byId.get(transactionId);
  }

  byPage(pageId: string): Transaction | undefined {
    return this.index.byPage.get(pageId);
  }

  /** The transactions with a refund of this reference, or with one that the merchant gave this reason. */
  byRefund(referenceOrReason: string): readonly Transaction[] {
    return [...(this.index.byRefund.get(referenceOrReason) ?? [])];
  }

  orderBy(name: "order_no" | "page_id", value: string): CheckoutOrder | undefined {
    return (name === "order_no" ? this.index.orderByNo : this.index.orderByPage).get(value);
  }

  /** Replaces the order of the same number: what was signed last holds. */
  putOrder(order: CheckoutOrder): void {
    const known = this.index.orderByNo.get(order.order_no);
    if (known) this.data.orders[this.data.orders.indexOf(known)] = order;
    else this.data.orders.push(order);
    this.index.addOrder(order);
    this.save();
  }

  /** Whoever calls this saves. */
  addRefund(transaction: Transaction, refund: RefundRecord): void {
    transaction.refunds.push(refund);
    this.index.addRefund(transaction, refund);
  }

  addToken(token: StoredToken): void {
    this.data.tokens.push(token);
  }

  /** 20 digits, more than a number can hold exactly: whoever reads it as one gets another transaction. */
  nextNumber(): string {
    this.data.counter += 1;
    return `${String(this.startedAt.getTime()).padStart(13, "1")}${String(this.data.counter).padStart(7, "0")}`;
  }

  add(transaction: Transaction): void {
    this.data.transactions.push(transaction);
    this.index.add(transaction);
    this.save();
  }

  /** Writes the file atomically: a killed simulator finds its last whole state again. */
  save(): void {
    if (!this.file || this.isClosed) return;
    writeFileSync(`${this.file}.new`, JSON.stringify(this.data));
    renameSync(`${this.file}.new`, this.file);
  }

  /** From now on the file belongs to the next simulator. */
  close(): void {
    this.isClosed = true;
  }

  /** Forgets everything but the numbering: a gateway never gives the same number twice. */
  reset(): void {
    this.data = { ...empty(), counter: this.data.counter };
    this.index = new BookIndex();
    this.save();
  }
}

function load(file: string): Snapshot {
  mkdirSync(dirname(file), { recursive: true });
  if (!existsSync(file)) return empty();
  const value = parsed(readFileSync(file, "utf8"));
  if (isSnapshot(value)) return completed(value);
  throw new Error(`${file} is not a file of the simulator; move it away or name another with --data.`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The file is our own: this only tells it from somebody else's. */
const isSnapshot = (value: unknown): value is Snapshot =>
  typeof value === "object" &&
  value !== null &&
  "counter" in value &&
  typeof value.counter === "number" &&
  "effects" in value &&
  "transactions" in value &&
  Array.isArray(value.transactions);

/** A file of an earlier version knew cards only. */
function completed(value: Snapshot): Snapshot {
  const transactions = value.transactions.map((transaction) =>
    Object.assign({ ordered: transaction.amount, effects: {}, disputes: [] }, CARD_ONLY, transaction),
  );
  return { ...empty(), ...value, effects: { ...none(), ...value.effects }, transactions };
}

const CARD_ONLY = {
  mode: "card",
  method: null,
  return_url: null,
  page_id: null,
  window_size: "",
  expires_at: null,
  voucher: null,
  threeds_result: "",
  is_3ds: false,
  after_challenge: null,
  keep: null,
  token_id: "",
} as const;
