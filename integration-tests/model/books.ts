import { z } from "@medusajs/framework/zod";
import type { AttemptRow, OperationRow } from "../../src/modules/acquiring/ledger/rows/attempt-row";
import type { Bench } from "./bench";
import type { AccountKey } from "./setting";
import { ACCOUNTS } from "./setting";
import type { Sent } from "./wire";

/** The books as they lie open after a step: the gateway's, the ledger's, and what went over the wire. Read only. */
const Refund = z.object({ amount: z.string(), reason: z.string(), failed: z.boolean() });

const Transaction = z.object({
  order_no: z.string(),
  transaction_id: z.string(),
  currency: z.string(),
  amount: z.string(),
  state: z.string(),
  voided: z.boolean(),
  captured: z.string(),
  refunded: z.string(),
  effects: z.object({ authorise: z.number(), capture: z.number(), cancel: z.number() }).partial(),
  refunds: z.array(Refund),
});
export type Transaction = z.output<typeof Transaction> & { readonly account: AccountKey };

const State = z.object({ transactions: z.array(Transaction) });

export interface EntryRow {
  readonly id: string;
  readonly attempt_id: string;
  readonly sequence: number;
  readonly kind: string;
  readonly operation_id: string | null;
  readonly amount: string | null;
  readonly from_state: AttemptRow["state"];
  readonly to_state: AttemptRow["state"];
}

export interface Books {
  readonly transactions: readonly Transaction[];
  readonly attempts: readonly AttemptRow[];
  readonly operations: readonly OperationRow[];
  readonly entries: readonly EntryRow[];
  /** Nothing delivers them here: the IDs of all that were ever written. */
  readonly events: readonly string[];
  readonly attention: readonly { readonly kind: string; readonly attempt_id: string | null }[];
  readonly audited: readonly { readonly action: string; readonly operation_id: string | null }[];
  /** The bytes of stored notifications, base64. */
  readonly stored: ReadonlySet<string>;
  readonly sent: readonly Sent[];
}

export async function readTransactions(bench: Bench): Promise<Transaction[]> {
  const found: Transaction[] = [];
  for (const account of ACCOUNTS) {
    const answer = await fetch(`${bench.sides[account].gateway.url}/_control/state`);
    found.push(...State.parse(await answer.json()).transactions.map((each) => ({ ...each, account })));
  }
  return found;
}

export async function readBooks(bench: Bench, transactions: readonly Transaction[]): Promise<Books> {
  const { pg } = bench;
  const [attempts, operations, entries, events, attention, audited, stored] = await Promise.all([
    pg<AttemptRow>("acquiring_payment_attempt").orderBy(["created_at", "id"]),
    pg<OperationRow>("acquiring_operation").orderBy(["attempt_id", "sequence"]),
    pg<EntryRow>("acquiring_entry").orderBy(["attempt_id", "sequence"]),
    pg("acquiring_event").where({ kind: "payment" }).pluck<string[]>("id"),
    pg("acquiring_attention_item")
      .select<{ kind: string; attempt_id: string | null }[]>("kind", "attempt_id")
      .where({ cleared_at: null }),
    pg("acquiring_audit_record").select<{ action: string; operation_id: string | null }[]>("action", "operation_id"),
    pg("acquiring_inbox_event").where({ source: "notify" }).pluck<string[]>("body"),
  ]);
  const { sent } = bench;
  return { transactions, attempts, operations, entries, events, attention, audited, stored: new Set(stored), sent };
}

/** The order's transaction that lives, else the last that failed. */
export function transactionOf({ transactions }: Books, orderNo: string): Transaction | undefined {
  const own = transactions.filter(({ order_no }) => order_no === orderNo);
  return own.find(({ state }) => state !== "declined" && state !== "doubtful") ?? own.at(-1);
}
