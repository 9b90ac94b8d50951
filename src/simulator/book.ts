import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/**
 * The simulator's own books: what "really" happened at the gateway. After a test
 * they are compared with the store's. Amounts are integer hundredths as text, so
 * that the file stays exact. No card number is ever in here, only its mask.
 */
export type TransactionState =
  "pending" | "review" | "authorised" | "captured" | "declined" | "voided" | "doubtful" | "unlisted";

export interface RefundRecord {
  readonly reference: string;
  readonly amount: string;
  readonly reason: string;
  readonly at: string;
  processedAt: string | null;
  failed: boolean;
}

export interface NotificationRecord {
  readonly at: string;
  readonly kind: string;
  /** HTTP status of the store's answer; 0: nobody answered. */
  readonly status: number;
}

export interface Transaction {
  readonly transaction_id: string;
  readonly order_no: string;
  readonly amount: string;
  readonly currency: string;
  readonly card_mask: string;
  readonly notify_url: string | null;
  readonly created_at: string;
  /** What the query repeats of the request: shopper and delivery fields. */
  readonly echo?: Readonly<Record<string, string>>;
  state: TransactionState;
  result_info: string;
  risk_action: string;
  risk_score: string;
  captures: { amount: string; at: string }[];
  refunds: RefundRecord[];
  notifications: NotificationRecord[];
}

/** How often something really happened. An approval that comes late counts when it comes. */
export interface Effects {
  authorise: number;
  capture: number;
  cancel: number;
  refund: number;
}

interface Snapshot {
  counter: number;
  effects: Effects;
  transactions: Transaction[];
}

const empty = (): Snapshot => ({
  counter: 0,
  effects: { authorise: 0, capture: 0, cancel: 0, refund: 0 },
  transactions: [],
});

export class Book {
  private data: Snapshot;
  private isClosed = false;

  /** `startedAt` makes the numbers of two starts without a file differ. */
  constructor(
    private readonly file: string | undefined,
    private readonly startedAt: Date,
  ) {
    this.data = file ? load(file) : empty();
  }

  get transactions(): readonly Transaction[] {
    return this.data.transactions;
  }

  get effects(): Effects {
    return this.data.effects;
  }

  /** The transaction of this order number that lives, else the last that failed. */
  find(orderNo: string): Transaction | undefined {
    const own = this.data.transactions.filter(({ order_no }) => order_no === orderNo);
    return own.find(({ state }) => state !== "declined" && state !== "doubtful") ?? own.at(-1);
  }

  byId(transactionId: string): Transaction | undefined {
    return this.data.transactions.find(({ transaction_id }) => transaction_id === transactionId);
  }

  /** 20 digits, more than a number can hold exactly: whoever reads it as one gets another transaction. */
  nextNumber(): string {
    this.data.counter += 1;
    return `${String(this.startedAt.getTime()).padStart(13, "1")}${String(this.data.counter).padStart(7, "0")}`;
  }

  add(transaction: Transaction): void {
    this.data.transactions.push(transaction);
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
    this.save();
  }
}

function load(file: string): Snapshot {
  mkdirSync(dirname(file), { recursive: true });
  if (!existsSync(file)) return empty();
  const value = parsed(readFileSync(file, "utf8"));
  if (isSnapshot(value)) return value;
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

const total = (amounts: readonly { amount: string }[]): bigint =>
  amounts.reduce((sum, { amount }) => sum + BigInt(amount), 0n);

export const capturedOf = (transaction: Transaction): bigint => total(transaction.captures);

export const refundedOf = (transaction: Transaction): bigint =>
  total(transaction.refunds.filter(({ failed }) => !failed));

export const authorisedOf = ({ state, amount }: Transaction): bigint =>
  state === "authorised" || state === "captured" ? BigInt(amount) : 0n;
