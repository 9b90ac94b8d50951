import type { Fields } from "../context";

/** Requests in order, without card data. In memory only: the newest 200,000, the older of them without bodies. */
export interface LoggedRequest {
  readonly seq: number;
  readonly at: string;
  readonly operation: string;
  readonly order_nos: readonly string[];
  readonly item_count: number;
  /** Null: dropped after many later requests. */
  body: Fields | null;
  readonly signature_ok: boolean;
  readonly applied: boolean;
  /** Whether the gateway's own answer was sent completely, right or wrong. */
  readonly answered: boolean;
  readonly fault: string | null;
  readonly also: string | null;
}

const MOST_ENTRIES = 200_000;
const MOST_BODIES = 20_000;
/** Surplus entries removed at once: removing the first element of a long array moves all others. */
const ROUND = 10_000;

export class RequestLog {
  readonly entries: LoggedRequest[] = [];
  private seq = 0;

  constructor(private readonly now: () => Date) {}

  add(entry: Omit<LoggedRequest, "seq" | "at">): void {
    this.seq += 1;
    this.entries.push({ seq: this.seq, at: this.now().toISOString(), ...entry });
    const old = this.entries.at(-MOST_BODIES - 1);
    if (old) old.body = null;
    if (this.entries.length >= MOST_ENTRIES + ROUND) this.entries.splice(0, ROUND);
  }

  since(seq: number, orderNo: string | null): readonly LoggedRequest[] {
    const [first] = this.entries;
    const later = first ? this.entries.slice(Math.max(0, seq - first.seq + 1)) : [];
    return orderNo === null ? later : later.filter(({ order_nos }) => order_nos.includes(orderNo));
  }

  clear(): void {
    this.entries.length = 0;
  }
}
