import { readFileSync, renameSync, writeFileSync } from "node:fs";

/**
 * The simulator's own books: what "really" happened at the gateway. After every
 * test they are compared with the store's. Amounts are integer hundredths as
 * text, so that the file stays exact. No card number is ever in here.
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
  state: TransactionState;
  result_info: string;
  risk_action: string;
  risk_score: string;
  captures: { amount: string; at: string }[];
  refunds: RefundRecord[];
  notifications: NotificationRecord[];
}

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

  constructor(private readonly file: string | undefined) {
    this.data = file ? load(file) : empty();
  }

  get transactions(): readonly Transaction[] {
    return this.data.transactions;
  }

  get effects(): Effects {
    return this.data.effects;
  }

  find(orderNo: string): Transaction | undefined {
    const own = this.data.transactions.filter(({ order_no }) => order_no === orderNo);
    return own.find(({ state }) => state !== "declined" && state !== "doubtful") ?? own.at(-1);
  }

  byId(transactionId: string): Transaction | undefined {
    return this.data.transactions.find(({ transaction_id }) => transaction_id === transactionId);
  }

  nextNumber(): string {
    this.data.counter += 1;
    return `${String(Date.UTC(2026, 0, 1)).slice(0, 6)}${this.data.counter.toString().padStart(10, "0")}`;
  }

  add(transaction: Transaction): void {
    this.data.transactions.push(transaction);
    this.save();
  }

  /** Writes the file atomically: a killed simulator finds its last whole state again. */
  save(): void {
    if (!this.file) return;
    writeFileSync(`${this.file}.new`, JSON.stringify(this.data));
    renameSync(`${this.file}.new`, this.file);
  }

  /** Forgets everything but the numbering: a gateway never gives the same number twice. */
  reset(): void {
    this.data = { ...empty(), counter: this.data.counter };
    this.save();
  }
}

function load(file: string): Snapshot {
  try {
    const snapshot: Snapshot = JSON.parse(readFileSync(file, "utf8"));
    return snapshot;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return empty();
    throw error;
  }
}

const total = (amounts: readonly { amount: string }[]): bigint =>
  amounts.reduce((sum, { amount }) => sum + BigInt(amount), 0n);

export const capturedOf = (transaction: Transaction): bigint => total(transaction.captures);

export const refundedOf = (transaction: Transaction): bigint =>
  total(transaction.refunds.filter(({ failed }) => !failed));

export const authorisedOf = ({ state, amount }: Transaction): bigint =>
  state === "authorised" || state === "captured" ? BigInt(amount) : 0n;
