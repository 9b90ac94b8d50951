import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { ChangedAccount } from "../../gateway/model/account-identity";
import { errorText } from "../error-text";
import type { ConnectionSettings, Database } from "../store/store-database";
import { withDatabase } from "../store/store-database";
import { erasureProblems, findCardData, hasMoreErasures } from "../../application/erasure/erase-card-data";
import { gatewayFindings, readGatewaySignals } from "../../application/dashboard/gateway-signals";
import type { DatabaseReading, DatabaseRows, DatabaseSettings, GatewayRows } from "./judge-database";

const MODULES = ["acquiring", "acquiring_subscription", "acquiring_payout"];

export const ourMigrations = (): string[] =>
  MODULES.flatMap((name) =>
    readdirSync(join(__dirname, "../../modules", name, "migrations")).flatMap(
      (file) => /^(Migration\d+)\.(?:ts|js)$/.exec(file)?.[1] ?? [],
    ),
  ).sort();

export async function readDatabase(
  connection: ConnectionSettings | null,
  { accounts, now }: { readonly accounts: readonly string[]; readonly now: Date },
): Promise<DatabaseReading> {
  if (connection === null) return { rows: null, problem: null };
  try {
    const rows = await withDatabase(connection, async (pg): Promise<DatabaseRows> => {
      const skewMs = await readSkew(pg);
      if (skewMs === null) return { skewMs, migrations: [], ...NO_REGIONS, open: [] };
      const settings = await readSettings(pg);
      const gateways = await readGateways(pg, accounts, now);
      return { ...(await readRows(pg, skewMs)), ...settings, gateways, ...(await readCardData(pg)) };
    });
    return { rows, problem: null };
  } catch (error) {
    return { rows: null, problem: errorText(error) };
  }
}

/** None while tables are missing; the migrations report that. */
async function readGateways(pg: Database, accounts: readonly string[], now: Date): Promise<GatewayRows[]> {
  for (const table of ["acquiring_payment_attempt", "acquiring_operation", "acquiring_traffic_minute"]) {
    if (!(await pg.schema.hasTable(table))) return [];
  }
  const found: GatewayRows[] = [];
  for (const account of accounts) {
    const newest = await pg("acquiring_payment_attempt")
      .where({ account, deleted_at: null })
      .orderBy("created_at", "desc")
      .first<{ order_no: string; wire_order_no: string | null } | undefined>("order_no", "wire_order_no");
    const findings = gatewayFindings(await readGatewaySignals(pg, account, now));
    found.push({ account, newestOrderNo: newest ? (newest.wire_order_no ?? newest.order_no) : null, findings });
  }
  return found;
}

/** Rows of each table, and erasures: seconds, not minutes. Our choice. */
const MOST_ROWS = 20_000;

async function readCardData(pg: Database): Promise<Pick<DatabaseRows, "cardData">> {
  if (!(await pg.schema.hasTable("acquiring_erasure"))) return {};
  const places = findCardData(pg, MOST_ROWS);
  let found = 0;
  let next = await places.next();
  for (; next.done !== true; next = await places.next()) found += 1;
  const problems = (await hasMoreErasures(pg, MOST_ROWS)) ? null : await erasureProblems(pg);
  return { cardData: { found, isWhole: next.value, problems } };
}

const MANUAL_PAYMENT = "pp_system_default";
const NO_REGIONS = { regions: [], manual: [], regionCount: 0, recovering: [] };

/** How far this server's clock is ahead of Postgres', in ms, without the query's duration. */
async function readSkew(pg: Database): Promise<number | null> {
  const before = Date.now();
  const { rows } = await pg.raw<{ rows: { at: unknown }[] }>("SELECT clock_timestamp() AS at");
  const middle = (before + Date.now()) / 2;
  const at = rows[0]?.at;
  return at instanceof Date && !Number.isNaN(at.getTime()) ? Math.round(middle - at.getTime()) : null;
}

async function readSettings(pg: Database): Promise<Pick<DatabaseRows, "settings">> {
  const { rows } = await pg.raw<{ rows: DatabaseSettings[] }>(
    `SELECT current_setting('transaction_read_only') = 'on' AS "isReadOnly",
       current_setting('synchronous_commit') = 'off' AS "losesCommits"`,
  );
  return { settings: rows[0] };
}

async function readRows(pg: Database, skewMs: number): Promise<DatabaseRows> {
  if (!(await pg.schema.hasTable("mikro_orm_migrations"))) return { skewMs, migrations: [], ...NO_REGIONS, open: [] };
  const migrations = await pg<{ name: string }>("mikro_orm_migrations").select("name");
  const names = migrations.map(({ name }) => name.replace(/\.(ts|js)$/, ""));
  const open = await openByAccount(pg);
  if (!(await pg.schema.hasTable("region_payment_provider"))) return { skewMs, migrations: names, ...NO_REGIONS, open };
  const links = await pg("region_payment_provider as link")
    .join("region", "region.id", "link.region_id")
    .whereNull("link.deleted_at")
    .whereNull("region.deleted_at")
    .where((either) =>
      either
        .where("link.payment_provider_id", "like", "pp_acquiring-%")
        .orWhere("link.payment_provider_id", MANUAL_PAYMENT),
    )
    .select<{ region: string; provider: string }[]>("region.name as region", "link.payment_provider_id as provider");
  const manual = links.filter(({ provider }) => provider === MANUAL_PAYMENT).map(({ region }) => region);
  const regions = links.filter(({ provider }) => provider !== MANUAL_PAYMENT);
  const count = await pg("region").whereNull("deleted_at").count<{ count: string }[]>("* as count");
  const recovering = await recoveringIn(pg);
  return {
    skewMs,
    recovering,
    migrations: names,
    regions,
    manual,
    regionCount: Number.parseInt(count[0]?.count ?? "0", 10),
    open,
  };
}

/** Older rows belong to the account of the first start with identities; before that start nothing is reported. */
const openOf = (more: string): string => `
  SELECT open.account, coalesce(nullif(open.gateway_identity, ''), first.identity) AS identity, count(*)::int AS payments
  FROM (
    SELECT account, gateway_identity FROM acquiring_payment_attempt
    WHERE (next_check_at IS NOT NULL OR state = 'authorised' AND created_at > now() - interval '365 days') AND deleted_at IS NULL
    UNION ALL
    SELECT account, gateway_identity FROM acquiring_payout_send
    WHERE status IN ('sending', 'unknown', 'pending') AND deleted_at IS NULL${more}
  ) AS open
  LEFT JOIN acquiring_account_identity AS first ON first.account = open.account AND first.deleted_at IS NULL
  WHERE coalesce(nullif(open.gateway_identity, ''), first.identity) IS NOT NULL GROUP BY 1, 2`;

const SUBSCRIPTIONS = `
    UNION ALL
    SELECT attempt.account, attempt.gateway_identity FROM acquiring_subscription AS subscription
    JOIN acquiring_payment_attempt AS attempt ON attempt.id = subscription.attempt_id
    WHERE subscription.next_check_at IS NOT NULL AND subscription.deleted_at IS NULL`;

async function openByAccount(pg: Database): Promise<readonly ChangedAccount[]> {
  if (!(await pg.schema.hasTable("acquiring_account_identity"))) return [];
  const more = (await pg.schema.hasTable("acquiring_subscription")) ? SUBSCRIPTIONS : "";
  const { rows } = await pg.raw<{ rows: ChangedAccount[] }>(openOf(more));
  return rows;
}

async function recoveringIn(pg: Database): Promise<readonly string[]> {
  if (!(await pg.schema.hasTable("acquiring_recovery"))) return [];
  const open = await pg<{ account: string }>("acquiring_recovery").whereNull("finished_at").select("account");
  return open.map(({ account }) => account);
}
