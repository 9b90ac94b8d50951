import type { Fields } from "./context";

/** What the gateway was asked, in order, without card data. In memory only, the newest 20,000. */
export interface LoggedRequest {
  readonly seq: number;
  readonly at: string;
  readonly operation: string;
  readonly order_nos: readonly string[];
  readonly item_count: number;
  readonly body: Fields;
  readonly signature_ok: boolean;
  readonly applied: boolean;
  readonly answered: boolean;
}

const MOST_ENTRIES = 20_000;

export class RequestLog {
  readonly entries: LoggedRequest[] = [];
  private seq = 0;

  constructor(private readonly now: () => Date) {}

  add(entry: Omit<LoggedRequest, "seq" | "at">): void {
    this.seq += 1;
    this.entries.push({ seq: this.seq, at: this.now().toISOString(), ...entry });
    if (this.entries.length > MOST_ENTRIES) this.entries.shift();
  }

  clear(): void {
    this.entries.length = 0;
  }
}
