import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { z } from "@medusajs/framework/zod";
import type { NotifyReading } from "../../../gateway/notifications/ask-notify-route";
import type { StartTimer } from "../../../gateway/batching/batcher";
import type { AcquiringOptions } from "../../../options/options";
import type { ChangedAccount } from "../../../gateway/model/account-identity";
import { changedAccountText } from "../../../gateway/model/account-identity";
import { errorMessage, errorName } from "../runtime/safe-error-text";
import type { RegionRow } from "./startup-warnings";
import {
  NO_PROVIDER,
  NOT_MIGRATED,
  notifyAddressWarning,
  notifyAnswerWarning,
  regionWarnings,
} from "./startup-warnings";
import type { StoreSetup } from "./store-setup";

/** Checks the store's set-up once after its start, in the background; problems are only logged. */
export interface StartupCheckDependencies {
  readonly connection: Knex;
  readonly options: AcquiringOptions;
  /** Null if the ledger is opened without a store: nothing to check. */
  readonly setup: StoreSetup | null;
  /** False: the database responds, and migrations of this version are missing. */
  readonly isUnmigrated: () => Promise<boolean>;
  readonly changedAccounts: () => Promise<readonly ChangedAccount[]>;
  readonly ask: (notifyBaseUrl: string) => Promise<NotifyReading>;
  /** Of `recovery.epochFile`. */
  readonly epochFile: { check(): Promise<void> } | null;
  readonly startTimer: StartTimer;
  readonly log: { warn(line: string): void; error(line: string): void; debug(line: string): void };
}

/** The port is usually open within this time of the start; a proxy may need longer to see it. Our choice. */
const LOOKS_AFTER_MS = [2_000, 8_000];

export class StartupCheck {
  #callOff: (() => void) | null = null;
  #isOver = false;

  constructor(private readonly deps: StartupCheckDependencies) {}

  begin(): void {
    const { setup } = this.deps;
    if (setup === null) return;
    void this.quietly("migrations", () => this.lookAtDatabase(setup));
    void this.lookAtFile();
    // Workers receive no requests; servers check their address.
    if (!setup.isWorker) this.askLater(0);
  }

  end(): void {
    this.#isOver = true;
    this.#callOff?.();
  }

  private async lookAtDatabase({ providers }: StoreSetup): Promise<void> {
    if (await this.deps.isUnmigrated()) return this.deps.log.error(NOT_MIGRATED);
    for (const changed of await this.deps.changedAccounts())
      this.deps.log.warn(`medusa-payment-acquiring: ${changedAccountText(changed)}`);
    if (providers.length === 0) return this.deps.log.warn(NO_PROVIDER);
    for (const note of regionWarnings(await this.regions())) this.deps.log.warn(note);
  }

  private async lookAtFile(): Promise<void> {
    await this.deps.epochFile
      ?.check()
      .catch((error: unknown) => this.deps.log.error(`medusa-payment-acquiring: ${errorMessage(error)}`));
  }

  private async regions(): Promise<readonly RegionRow[]> {
    const { rows } = await this.deps.connection.raw<{ rows: unknown }>(REGIONS);
    return Rows.parse(rows);
  }

  private askLater(look: number): void {
    const address = notifyAddressWarning(this.deps.options);
    if (address !== null) return this.deps.log.warn(address);
    const ms = LOOKS_AFTER_MS[look];
    if (ms === undefined || this.#isOver) return;
    this.#callOff = this.deps.startTimer(ms, () => {
      void this.quietly("notifications", () => this.askNow(look));
    });
  }

  private async askNow(look: number): Promise<void> {
    const note = notifyAnswerWarning(await this.deps.ask(this.deps.options.notifyBaseUrl));
    if (note === null || this.#isOver) return;
    if (look + 1 < LOOKS_AFTER_MS.length) return this.askLater(look + 1);
    this.deps.log.warn(note);
  }

  /** Nothing depends on a check: readiness reports a database that is down. */
  private async quietly(what: string, look: () => Promise<void>): Promise<void> {
    try {
      if (!this.#isOver) await look();
    } catch (error) {
      this.deps.log.debug(`acquiring.startup_check_failed look=${what} error=${errorName(error)}`);
    }
  }
}

const Rows = z.array(z.object({ region: z.string(), providers: z.array(z.string()) }));

const REGIONS = `
  SELECT region.name AS region, coalesce(array_agg(link.payment_provider_id)
    FILTER (WHERE link.payment_provider_id IS NOT NULL), '{}') AS providers
  FROM region LEFT JOIN region_payment_provider AS link ON link.region_id = region.id AND link.deleted_at IS NULL
  WHERE region.deleted_at IS NULL GROUP BY region.id, region.name ORDER BY region.name`;
