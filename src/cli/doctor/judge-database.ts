import type { ChangedAccount } from "../../gateway/model/account-identity";
import { changedAccountText } from "../../gateway/model/account-identity";
import type { GatewayFinding } from "../../application/dashboard/gateway-signals";
import { READABLE_TIMES } from "../../application/privacy/person-scope";
import type { Finding } from "./finding";
import { fail, ok, warn } from "./finding";

export interface DatabaseReading {
  /** Null: no connection; `problem` says why. */
  readonly rows: DatabaseRows | null;
  readonly problem: string | null;
}

export interface DatabaseRows {
  /** How far this server's clock is ahead of Postgres', in ms; null: its times cannot be read, and nothing else was. */
  readonly skewMs: number | null;
  readonly settings?: DatabaseSettings;
  readonly migrations: readonly string[];
  readonly regions: readonly { readonly region: string; readonly provider: string }[];
  /** Names of the regions that also offer Medusa's "Manual Payment". */
  readonly manual: readonly string[];
  readonly regionCount: number;
  /** Payments and payouts without a final outcome, by the gateway account that they were sent to. */
  readonly open: readonly ChangedAccount[];
  /** Accounts in recovery, which send nothing; `*` is every one. */
  readonly recovering: readonly string[];
  readonly gateways?: readonly GatewayRows[];
  /** Missing without the erasures' table. */
  readonly cardData?: CardDataRows;
}

/** As this user has them. */
export interface DatabaseSettings {
  /** A standby is, too. */
  readonly isReadOnly: boolean;
  /** `synchronous_commit` is off. */
  readonly losesCommits: boolean;
}

export interface CardDataRows {
  readonly found: number;
  /** False: only the first rows of each table were read. */
  readonly isWhole: boolean;
  /** The failure of `erase --verify`; null: too many erasures to check here. */
  readonly problems: readonly string[] | null;
}

export interface GatewayRows {
  readonly account: string;
  /** Of its newest payment; null: none. */
  readonly newestOrderNo: string | null;
  readonly findings: readonly GatewayFinding[];
}

export interface Expected {
  readonly migrations: readonly string[];
  readonly accounts: readonly string[];
  readonly identities: ReadonlyMap<string, readonly string[]>;
  readonly allowDirectCard: boolean;
  readonly hasMethods: boolean;
}

export function judgeDatabase(reading: DatabaseReading, expected: Expected): readonly Finding[] {
  const tables = judgeTables(reading, expected.migrations);
  const { rows } = reading;
  if (rows === null || rows.skewMs === null) return tables;
  return [
    ...tables,
    ...judgeRecovery(rows),
    ...judgeRegions(rows, expected),
    ...judgeManual(rows),
    ...judgeAccounts(rows, expected),
    ...(rows.cardData ? judgeCardData(rows.cardData) : []),
    ...(rows.gateways ?? []).flatMap(judgeResponses),
  ];
}

function judgeResponses({ account, findings }: GatewayRows): readonly Finding[] {
  const check = `responses of ${account}`;
  if (findings.length === 0) return [ok(check, "can be read, and no result has been unknown for long")];
  return findings.map(({ status, text }) => {
    const at = text.indexOf(". ") + 1;
    const judged = status === "failing" ? fail : warn;
    return judged(check, text.slice(0, at), text.slice(at).trim());
  });
}

export function judgeTables({ rows, problem }: DatabaseReading, migrations: readonly string[]): readonly Finding[] {
  if (rows !== null) {
    const { skewMs, settings } = rows;
    const answers = ok("database", "answers");
    if (skewMs === null) return [answers, unreadableTimes()];
    const judged = settings ? judgeSettings(settings) : [];
    return [answers, ...judged, judgeSkew(skewMs), judgeMigrations(rows, migrations)];
  }
  return [
    fail(
      "database",
      `The database does not respond: ${problem ?? "projectConfig.databaseUrl is empty"}.`,
      "Set projectConfig.databaseUrl (DATABASE_URL) to a running Postgres that accepts this user.",
    ),
  ];
}

const unreadableTimes = (): Finding =>
  fail("database settings", "Times of the database cannot be read.", READABLE_TIMES);

function judgeSettings({ isReadOnly, losesCommits }: DatabaseSettings): readonly Finding[] {
  const check = "database settings";
  const found = [
    ...(isReadOnly
      ? [
          fail(
            check,
            "The database is read-only, or a standby.",
            "Set DATABASE_URL to the primary, or make it writable.",
          ),
        ]
      : []),
    ...(losesCommits
      ? [
          warn(
            check,
            "synchronous_commit is off: a crash of Postgres loses committed payments.",
            "Run: ALTER ROLE … SET synchronous_commit = on, and look for it in postgresql.conf and ALTER DATABASE.",
          ),
        ]
      : []),
  ];
  return found.length > 0 ? found : [ok(check, "accepts writes, and keeps what is committed")];
}

/** As at the start of a store: time synchronisation is a hundred times more exact. Our choice. */
const WRONG_FROM_MS = 5_000;

/** Postgres' time decides about payments; logs and tokens use this clock. */
function judgeSkew(skewMs: number): Finding {
  const check = "database clock";
  if (Math.abs(skewMs) < WRONG_FROM_MS) return ok(check, "agrees within five seconds");
  const seconds = Math.abs(Math.round(skewMs / 1_000));
  return warn(
    check,
    `This server's clock is ${String(seconds)} s ${skewMs > 0 ? "ahead of" : "behind"} the database's.`,
    "Synchronise the clocks with NTP (timedatectl set-ntp true).",
  );
}

function judgeMigrations(rows: DatabaseRows, migrations: readonly string[]): Finding {
  const missing = migrations.filter((name) => !rows.migrations.includes(name));
  return missing.length === 0
    ? ok("migrations", `all ${String(migrations.length)} have run`)
    : fail(
        "migrations",
        `${String(missing.length)} of ${String(migrations.length)} have not run; the first is ${missing[0] ?? ""}.`,
        "Run: npx medusa db:migrate",
      );
}

/** Nothing is queried or sent for them until their account is configured. */
function judgeAccounts({ open }: DatabaseRows, { identities }: Expected): readonly Finding[] {
  return open
    .filter(({ account, identity }) => identities.get(account)?.includes(identity) !== true)
    .map((changed) =>
      fail(
        "accounts",
        changedAccountText({ ...changed, isMissing: !identities.has(changed.account) }),
        `Correct "accounts.${changed.account}", then start the store again.`,
      ),
    );
}

function judgeCardData({ found, isWhole, problems }: CardDataRows): readonly Finding[] {
  const check = "card data";
  const part = isWhole ? "" : " in the rows that were read, the oldest of each table";
  const list = "Run: npx medusa-payment-acquiring erase";
  const stored =
    found > 0
      ? fail(check, `${String(found)} stored texts contain a card number${part}.`, `${list}, then again with --apply.`)
      : ok(check, `no card number in stored texts${part}`);
  if (problems === null) {
    const skipped = "Too many erasures to check here.";
    return [stored, warn("erasures", skipped, `${list} --verify, which checks all of them.`)];
  }
  const [first] = problems;
  if (first === undefined) return [stored];
  const message = `${String(problems.length)} rows or triggers differ from the state after their erasures; the first: ${first}`;
  return [stored, fail("erasures", message, `${list} --verify, and compare these rows with a backup.`)];
}

function judgeRecovery({ recovering }: DatabaseRows): readonly Finding[] {
  if (recovering.length === 0) return [];
  const whose = recovering.includes("*") ? "every account" : recovering.join(", ");
  const message = `Recovery mode of ${whose}: commits may have been lost, and nothing is sent until the gateway has been queried.`;
  return [fail("recovery", message, "Run: npx medusa-payment-acquiring recover")];
}

const PROVIDER = /^pp_acquiring-(card|checkout|apm)_(.+)$/;

/** Without a payment: customers who choose it get an order without paying. */
function judgeManual({ regions, manual }: DatabaseRows): readonly Finding[] {
  const beside = manual.filter((name) => regions.some(({ region }) => region === name));
  if (beside.length === 0) return [];
  const message = `Medusa's "Manual Payment" (pp_system_default) is enabled beside ours in ${beside.join(", ")}: customers can order without paying.`;
  return [warn("regions", message, "Remove it in the dashboard under Settings, Regions, unless this is intended.")];
}

function judgeRegions({ regions, regionCount }: DatabaseRows, expected: Expected): readonly Finding[] {
  const check = "regions";
  if (regions.length === 0) {
    const message =
      regionCount === 0 ? "There is no region." : "No region offers one of our providers, so no shop lists them.";
    return [warn(check, message, "Enable providers for each region in the dashboard: Settings, Regions.")];
  }
  const odd = regions.flatMap(({ region, provider }) => {
    const [, mode, account = ""] = PROVIDER.exec(provider) ?? [];
    const place = `The region "${region}" offers ${provider}`;
    if (!expected.accounts.includes(account)) {
      return [
        fail(
          check,
          `${place}, whose account is not configured.`,
          "Remove it from the region, or configure the account.",
        ),
      ];
    }
    if (mode === "card" && !expected.allowDirectCard) {
      return [
        warn(
          check,
          `${place}, which is not usable while allowDirectCard is off.`,
          "Remove it, or set allowDirectCard.",
        ),
      ];
    }
    return mode === "apm" && !expected.hasMethods
      ? [warn(check, `${place}, and apm.methods is empty.`, "List your account's methods in apm.methods.")]
      : [];
  });
  const names = [...new Set(regions.map(({ region }) => region))];
  return odd.length > 0 ? odd : [ok(check, `${names.join(", ")}: ${String(regions.length)} enabled providers`)];
}
