import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, MedusaError, Modules } from "@medusajs/framework/utils";
import type { CapturePolicyChange, CapturePolicyPage } from "../../api-schema/admin";
import type { CapturePolicyRow } from "../../modules/acquiring";
import { OPEN_AUTHORISATION, policyActivity, problemOf } from "../../modules/acquiring";
import type { AdminRequestContext } from "../access/admin-request-context";
import { resolveLedger } from "../resolve-ledger";
import { StaleVersion } from "../stale-version";

/** The capture policy as the dashboard shows and saves it. */
const HISTORY = 50;
const ACTIVITY_MS = 30 * 86_400_000;

export async function capturePolicyPage(container: MedusaContainer): Promise<CapturePolicyPage> {
  const { capturePolicies } = resolveLedger(container);
  const [history, regions, channels, activity] = await Promise.all([
    capturePolicies.history(HISTORY),
    named(container, Modules.REGION),
    named(container, Modules.SALES_CHANNEL),
    activityOf(container),
  ]);
  return {
    version: history[0]?.version ?? 0,
    rules: rulesOf(history[0]),
    accounts: accountsOf(container),
    regions,
    sales_channels: channels,
    methods: methodsOf(container),
    history: history.map((row) => ({
      version: row.version,
      saved_at: row.created_at.toISOString(),
      saved_by: row.saved_by,
      rules: rulesOf(row),
    })),
    activity,
  };
}

const rulesOf = (row: CapturePolicyRow | undefined): CapturePolicyPage["rules"] => [...(row?.rules ?? [])];

/** Throws INVALID_DATA with one sentence for rules that cannot be applied, and `StaleVersion`. Nothing is saved then. */
export async function saveCapturePolicy(
  { container, actorId }: AdminRequestContext,
  { version, rules }: CapturePolicyChange,
): Promise<CapturePolicyPage> {
  const { accounts, regions, sales_channels: channels, methods } = await capturePolicyPage(container);
  const ids = (all: readonly { readonly id: string }[]): string[] => all.map(({ id }) => id);
  const problem = problemOf(rules, {
    accounts: accounts.map(({ key }) => ({ key, authorisationValidDays: shortestValidity(container, key) })),
    regions: ids(regions),
    salesChannels: ids(channels),
    methods: ids(methods),
  });
  if (problem !== null) throw new MedusaError(MedusaError.Types.INVALID_DATA, problem);
  if (!(await resolveLedger(container).capturePolicies.save(version, rules, actorId)))
    throw new StaleVersion(version, "policy_changed");
  return capturePolicyPage(container);
}

/** In days, of the account and its former ones, whose payments the rules are for, too. */
const shortestValidity = (container: MedusaContainer, key: string): number => {
  const own = [...resolveLedger(container).options.accounts.values()].filter((account) => account.key === key);
  const all = own.flatMap((account) => [account, ...account.former]);
  return Math.min(...all.map(({ profile }) => profile.capture.authorisationValidDays));
};

const accountsOf = (container: MedusaContainer): CapturePolicyPage["accounts"] =>
  [...resolveLedger(container).options.accounts.values()].map(({ key, profile }) => ({
    key,
    captures_in_parts: profile.capture.multiple,
    authorisation_valid_days: profile.capture.authorisationValidDays,
  }));

const methodsOf = (container: MedusaContainer): CapturePolicyPage["methods"] => [
  { id: "card", name: "Card" },
  ...resolveLedger(container).options.apmMethods.map(({ code, name }) => ({ id: code, name })),
];

const ENTITIES = { [Modules.REGION]: "region", [Modules.SALES_CHANNEL]: "sales_channel" } as const;

async function named(container: MedusaContainer, of: keyof typeof ENTITIES): Promise<{ id: string; name: string }[]> {
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: ENTITIES[of], fields: ["id", "name"] });
  return data.map(({ id, name }) => ({ id, name }));
}

async function activityOf(container: MedusaContainer): Promise<CapturePolicyPage["activity"]> {
  const ledger = resolveLedger(container);
  const pg = ledger.attempts.connection;
  const since = new Date(ledger.now().getTime() - ACTIVITY_MS);
  const [{ captured, voided }, { rows }] = await Promise.all([
    policyActivity(pg, since),
    pg.raw<{ rows: { waiting: number; expiring: number }[] }>(WAITING),
  ]);
  return { captured, voided, waiting: rows[0]?.waiting ?? 0, expiring: rows[0]?.expiring ?? 0 };
}

const WAITING = `
  SELECT COUNT(*)::int AS waiting, COUNT(*) FILTER (WHERE EXISTS (
    SELECT FROM acquiring_entry AS entry WHERE entry.attempt_id = attempt.id AND entry.kind = 'authorisation_expiring'))::int AS expiring
  FROM acquiring_payment_attempt AS attempt
  WHERE ${OPEN_AUTHORISATION} AND EXISTS (SELECT FROM acquiring_capture_policy WHERE deleted_at IS NULL)`;
