import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { Reason } from "../../../gateway/model/outcome";
import { errorName } from "../runtime/safe-error-text";
import { compareIdentity, IdentityReader, noteIdentity } from "./database-identity";
import type { EpochFile } from "./epoch-file";
import { EpochFileError } from "./epoch-file";
import { IN_RECOVERY, NO_EPOCH_FILE, NOT_LOOKED_UP } from "./in-recovery";
import { beginRecovery, EVERY, missingOf } from "./recovery-rows";
import type { SentWrite } from "./sent-write";
import { SentMemory } from "./sent-write";

/**
 * Detects lost commits before anything is sent: the database differs from the known one, or it lacks a row of a sent
 * write. It checks when this process starts to send, after each new connection to Postgres (failovers and restores
 * break all of them), and once a minute. Then it opens a recovery. It does not query the gateway.
 */
export interface SentinelDependencies {
  readonly connection: Knex;
  readonly file: EpochFile | null;
  /** `recovery.epochFileShared`: nothing is sent that is not in the file. */
  readonly isFileComplete: boolean;
  readonly now: () => Date;
  readonly monotonicMs: () => number;
  readonly log: (event: string, ids: Readonly<Record<string, string>>) => void;
  readonly logError: (line: string) => void;
}

/** A pooler keeps our connections over a failover: then this is the detection time. Our choice. */
const GOOD_FOR_MS = 60_000;

export class Sentinel {
  readonly #memory = new SentMemory();
  readonly #identity: IdentityReader;
  #goodUntil = 0;
  #connections = 0;
  #isDiscarded = false;
  #looking: Promise<boolean> | null = null;

  constructor(private readonly deps: SentinelDependencies) {
    this.#identity = new IdentityReader(deps.connection);
    const pool: { on?(event: string, heard: () => void): unknown } | undefined = deps.connection.client.pool;
    pool?.on?.("createSuccess", () => (this.#connections += 1));
  }

  /**
   * Called after the `sending` row is committed and before its bytes are sent. Null: it may be sent and is remembered
   * outside the database; else why not: a recovery is open, or the check failed. Never throws.
   */
  async refusalOf(write: SentWrite): Promise<Reason | null> {
    try {
      if (this.isDue() && !(await this.look())) return IN_RECOVERY;
    } catch (error) {
      if (error instanceof EpochFileError) return this.fileFailed(write, error);
      this.deps.log("acquiring.recovery_check_failed", { operation: write.id, error: errorName(error) });
      return NOT_LOOKED_UP;
    }
    const { file, isFileComplete } = this.deps;
    const failed = await file?.append(write).then(
      () => null,
      (error: unknown) => this.fileFailed(write, error),
    );
    if (failed && isFileComplete) return failed;
    this.#memory.add(write);
    return null;
  }

  private fileFailed({ id }: SentWrite, error: unknown): Reason {
    const code = error instanceof EpochFileError ? error.code : errorName(error);
    this.deps.logError(`acquiring.epoch_file_failed operation=${id} code=${code}`);
    return NO_EPOCH_FILE;
  }

  /** Forgets a database that is discarded on purpose, and writes to it. For tests that restore one. */
  forget(): void {
    this.#memory.forget();
    this.#isDiscarded = true;
  }

  /** True: no commit is known to be lost. Concurrent callers share a check. */
  look(): Promise<boolean> {
    this.#looking ??= this.checkNow().finally(() => (this.#looking = null));
    return this.#looking;
  }

  private isDue(): boolean {
    return this.#looking !== null || this.#connections > 0 || this.deps.monotonicMs() >= this.#goodUntil;
  }

  private async checkNow(): Promise<boolean> {
    this.#connections = 0;
    this.#goodUntil = 0;
    const isGood = (await this.isSameDatabase()) && (await this.hasAllWrites());
    if (isGood) this.#goodUntil = this.deps.monotonicMs() + GOOD_FOR_MS;
    return isGood;
  }

  private async isSameDatabase(): Promise<boolean> {
    const { connection, now } = this.deps;
    const identity = await this.#identity.read();
    if (this.#isDiscarded) await noteIdentity(connection, identity, now());
    this.#isDiscarded = false;
    const difference = await compareIdentity(connection, identity, now());
    if (difference === null) return true;
    const details = `The ledger is in ${difference}. Commits may have been lost.`;
    await this.begin({ reason: "database_changed", details, since: null, lost: await this.missing() });
    // After the recovery is committed: a crash in between finds the difference again.
    await noteIdentity(connection, identity, now());
    return false;
  }

  private async hasAllWrites(): Promise<boolean> {
    const lost = await this.missing();
    if (lost.length === 0) return true;
    const details = `${String(lost.length)} operations that were sent are not in the database. Commits were lost.`;
    await this.begin({ reason: "writes_missing", details, since: null, lost });
    return false;
  }

  private async missing(): Promise<readonly SentWrite[]> {
    const { file } = this.deps;
    const newest = await this.missingAmong((await file?.newest()) ?? []);
    // The newest lines are enough to detect lost commits; then all of them tell what was lost.
    return newest.length > 0 && file !== null ? this.missingAmong(await file.all()) : newest;
  }

  private async missingAmong(noted: readonly SentWrite[]): Promise<readonly SentWrite[]> {
    // The last line of an operation that was sent again, perhaps by another process.
    const sent = new Map([...this.#memory.newest(), ...noted].map((write) => [write.id, write]));
    const missing = await missingOf(this.deps.connection, [...sent.values()]);
    return [...sent.values()].filter(({ id }) => missing.has(id));
  }

  private async begin(sign: {
    readonly reason: "database_changed" | "writes_missing";
    readonly details: string;
    readonly since: Date | null;
    readonly lost: readonly SentWrite[];
  }): Promise<void> {
    const { connection, now, log } = this.deps;
    const { reason, details, since } = sign;
    const lost = sign.lost.map((write) => ({
      id: write.id,
      account: write.account,
      kind: write.kind,
      order_no: write.orderNo ?? write.requestId,
      gateway_payment_id: write.gatewayPaymentId,
      idempotency_key: write.idempotencyKey ?? null,
      currency: write.currency,
      minor: write.minor,
      sent_at: new Date(write.sentAt),
      source: "writes_missing" as const,
    }));
    const row = await beginRecovery(connection, { account: EVERY, reason, details, since, by: "system", lost }, now());
    if (row) log("acquiring.recovery_started", { recovery: row.id, account: row.account, reason });
  }
}
