import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { AttentionOptions } from "../../../options/attention-options";
import type { PaymentOutcome } from "../../../gateway/model/outcome";
import { clearUnrenewed, raiseAttention } from "../ledger/attention-rows";

/** Raises an item when many signatures are invalid; it blocks nothing. Counts are written every ten seconds at most. */
type Source = "notification" | "answer";
type Check = "matched" | "mismatched" | "absent";

export interface SignatureFailureMonitorDependencies {
  readonly connection: Knex;
  readonly rate: AttentionOptions["signatureMismatch"];
  readonly now: () => Date;
}

interface Count {
  readonly account: string;
  readonly source: Source;
  readonly minute: Date;
  total: number;
  mismatched: number;
}

const KIND = "signature_mismatch_rate";
const FLUSH_MS = 10_000;
const MINUTE_MS = 60_000;
const KEPT_MS = 86_400_000;

const ADD = `
  INSERT INTO acquiring_signature_count AS counted (id, account, source, minute, total, mismatched, created_at, updated_at)
  VALUES (:id, :account, :source, :minute, :total, :mismatched, :now, :now)
  ON CONFLICT (id) DO UPDATE SET total = counted.total + EXCLUDED.total,
    mismatched = counted.mismatched + EXCLUDED.mismatched, updated_at = EXCLUDED.updated_at`;

const HIGH = `
  SELECT account, CAST(sum(total) AS integer) AS total, CAST(sum(mismatched) AS integer) AS mismatched
  FROM acquiring_signature_count WHERE minute > :since AND minute <= :now AND deleted_at IS NULL
  GROUP BY account
  HAVING sum(total) >= CAST(:minimum AS integer) AND sum(mismatched) * 100 >= sum(total) * CAST(:percent AS integer)`;

export class SignatureFailureMonitor {
  private counts = new Map<string, Count>();
  private flushedAt: number | null = null;

  constructor(private readonly deps: SignatureFailureMonitorDependencies) {}

  /** True when the counts should be written. Unsigned notifications do not count: the gateway may not sign them. */
  noteNotification(account: string, check: Check): boolean {
    return this.note(account, "notification", check);
  }

  /** Responses to an authorisation are signed; other responses are not checked. */
  async noteAnswer(account: string, outcome: PaymentOutcome): Promise<void> {
    const word = "fact" in outcome ? outcome.fact?.raw.signature : undefined;
    const isBad = outcome.kind === "unknown" && outcome.reason.code === "bad_signature";
    if (!isBad && word !== "matched" && word !== "mismatched") return;
    if (this.note(account, "answer", word === "matched" && !isBad ? "matched" : "mismatched")) await this.flush();
  }

  /** Writes the counts. What the database does not accept is kept. */
  async flush(): Promise<void> {
    const now = this.deps.now();
    const taken = this.counts;
    this.counts = new Map();
    this.flushedAt = now.getTime();
    for (const [id, count] of taken) {
      try {
        await this.deps.connection.raw(ADD, { id, ...count, now });
      } catch {
        this.add(id, count);
      }
    }
  }

  async watch(): Promise<void> {
    await this.flush();
    const { connection, rate } = this.deps;
    const now = this.deps.now();
    const since = new Date(now.getTime() - rate.windowMs);
    const { rows } = await connection.raw<{ rows: { account: string; total: number; mismatched: number }[] }>(HIGH, {
      since,
      now,
      minimum: rate.minimum,
      percent: rate.percent,
    });
    for (const { account, total, mismatched } of rows) {
      const message =
        `${String(mismatched)} of the gateway's last ${String(total)} signed messages had an invalid signature and were rejected. ` +
        "Compare signingKeys and profile.signing with what the gateway gave you. If they are correct, someone is forging messages.";
      await raiseAttention(connection, { account, kind: KIND, subject: account, attemptId: null, message }, now);
    }
    await clearUnrenewed(connection, KIND, since, now);
    const old = new Date(now.getTime() - KEPT_MS);
    await connection("acquiring_signature_count").where("minute", "<", old).delete();
  }

  private note(account: string, source: Source, check: Check): boolean {
    if (check === "absent") return false;
    const at = this.deps.now().getTime();
    const minute = new Date(at - (at % MINUTE_MS));
    const id = `${account}|${source}|${minute.toISOString()}`;
    this.add(id, { account, source, minute, total: 1, mismatched: check === "mismatched" ? 1 : 0 });
    // A clock that was set back does not delay the write.
    return this.flushedAt === null || Math.abs(at - this.flushedAt) >= FLUSH_MS;
  }

  private add(id: string, { total, mismatched, ...rest }: Count): void {
    const known = this.counts.get(id);
    this.counts.set(id, {
      ...rest,
      total: total + (known?.total ?? 0),
      mismatched: mismatched + (known?.mismatched ?? 0),
    });
  }
}
