import { servedIdentities } from "../../gateway/model/account-identity";
import { askNotifyRoute } from "../../gateway/notifications/ask-notify-route";
import type { AcquiringOptions } from "../../options/options";
import { parseOptions, problemsOfOptions } from "../../options/options";
import { payoutSetupWarning } from "../../options/payout-setup";
import { EpochFile } from "../../application/dashboard/store-setup";
import { errorText } from "../error-text";
import type { StoreConfig } from "../store/store-config";
import { readStoreConfig } from "../store/store-config";
import type { Finding } from "./finding";
import { fail, ok, skip, warn } from "./finding";
import type { DatabaseReading } from "./judge-database";
import { judgeConfig } from "./judge-config";
import { judgeDatabase, judgeTables } from "./judge-database";
import { judgeMedusa, readMedusa } from "./judge-medusa";
import { judgeGateway, judgeNotify, judgeProxy } from "./judge-network";
import { ourMigrations, readDatabase } from "./read-database";
import { readGateway } from "./read-network";

/** Checks a store from its folder, without opening it. Changes nothing, and sends nothing that could move money. */
export interface Examination {
  readonly folder: string;
  readonly isOffline: boolean;
  readonly isProduction: boolean;
  readonly now: () => Date;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export async function examine({ folder, isOffline, isProduction, now, env }: Examination): Promise<readonly Finding[]> {
  const config = await readStoreConfig(folder);
  const [options, first] = judgeOptions(config);
  if ("problem" in config) return [...first, ...skipped("medusa-config could not be read")];
  const medusa = judgeMedusa(readMedusa(folder));
  if (options === null) return [...first, medusa, ...(await withoutOptions(config))];
  const expected = {
    migrations: ourMigrations(),
    accounts: [...options.accounts.keys()],
    identities: new Map([...options.accounts.values()].map((each) => [each.key, servedIdentities(each)] as const)),
    allowDirectCard: options.allowDirectCard,
    hasMethods: options.apmMethods.length > 0,
  };
  const database = await readDatabase(config.database, { accounts: expected.accounts, now: now() });
  const judged = [...judgeConfig({ config, options, isProduction }), ...judgeDatabase(database, expected)];
  const own = [...first, medusa, ...judged, ...(await judgeEpochFile(options))];
  return isOffline ? own : [...own, ...judgeProxy(env), ...(await overTheNetwork(options, database, now))];
}

async function judgeEpochFile({ recovery: { epochFile: path } }: AcquiringOptions): Promise<readonly Finding[]> {
  if (path === undefined) return [];
  const check = "epoch file";
  return new EpochFile(path).check().then(
    () => [ok(check, "this user can read and write it")],
    (error: unknown) => [
      fail(check, errorText(error), "Correct its rights, or mount its volume, before the next payment."),
    ],
  );
}

/** Checks of the configuration that come first; null if nothing else can be checked. */
function judgeOptions(
  config: StoreConfig | { readonly problem: string },
): readonly [AcquiringOptions | null, readonly Finding[]] {
  if ("problem" in config) {
    const remedy = "Run the command in the store's folder, which contains medusa-config, with the store's environment.";
    return [null, [fail("configuration", `medusa-config could not be read: ${config.problem}`, remedy)]];
  }
  const found = ok("configuration", "medusa-config was read");
  if (config.options === undefined) {
    const remedy = 'Add { resolve: "medusa-payment-acquiring", options: { … } } to "plugins".';
    return [null, [found, fail("plugin", "medusa-config does not list the plugin.", remedy)]];
  }
  const problems = problemsOfOptions(config.options);
  if (problems.length > 0) {
    return [null, [found, ...problems.map((problem) => fail("options", ownWords(problem), CORRECT_IT))]];
  }
  const options = parseOptions(config.options);
  const payouts = payoutSetupWarning(options);
  const begun = payouts === null ? [] : [warn("payouts", payouts, "Set the missing options, or remove payout.")];
  return [options, [found, ok("options", `accounts: ${[...options.accounts.keys()].join(", ")}`), ...begun]];
}

const CORRECT_IT =
  "Correct it in medusa-config or in its environment; the documentation's page Configuration explains every option.";
const ownWords = (problem: string): string => problem.replace(/^medusa-payment-acquiring: /, "");

const NEED_OPTIONS = [
  "payment module",
  "Medusa's secrets",
  "CORS",
  "addresses",
  "regions",
  "notifications",
  "gateway, clock and queries",
];

const skipped = (why: string): readonly Finding[] =>
  [...NEED_OPTIONS, "database", "migrations"].map((check) => skip(check, `not checked: ${why}`));

async function withoutOptions({ database: connection }: StoreConfig): Promise<readonly Finding[]> {
  const database = judgeTables(await readDatabase(connection, { accounts: [], now: new Date(0) }), ourMigrations());
  return [...database, ...NEED_OPTIONS.map((check) => skip(check, "not checked: correct the options first"))];
}

async function overTheNetwork(
  options: AcquiringOptions,
  { rows }: DatabaseReading,
  now: () => Date,
): Promise<readonly Finding[]> {
  const orderOf = (account: string): string | null =>
    rows?.gateways?.find((each) => each.account === account)?.newestOrderNo ?? null;
  const [notify, ...gateways] = await Promise.all([
    askNotifyRoute(options.notifyBaseUrl),
    ...[...options.accounts.values()].map((account) => readGateway(account, orderOf(account.key), now)),
  ]);
  return [judgeNotify(notify), ...gateways.flatMap((reading) => judgeGateway(reading))];
}
