import type { MedusaContainer } from "@medusajs/framework/types";
import { MedusaError } from "@medusajs/framework/utils";
import type { AccountHealth, Health, HealthFilters } from "../../../api-schema/admin";
import type { GatewayAccount } from "../../../gateway/model/account";
import type { HealthReading } from "../../../modules/acquiring";
import { findingsOf, readHealth, runsOf, timeSeries } from "../../../modules/acquiring";
import { resolveLedger } from "../../resolve-ledger";
import { pluginVersion } from "./plugin-version";

/** Health of each account in the shape of the admin API. It sends no request to the gateway and returns no secret. */
const STEP_SECONDS = 300;
const STEPS = 72;
const RECENT_STEPS = 3;

export async function health(container: MedusaContainer, { account: asked }: HealthFilters): Promise<Health> {
  const ledger = resolveLedger(container);
  const all = [...ledger.options.accounts.values()];
  const accounts = asked === undefined ? all : all.filter(({ key }) => key === asked);
  if (accounts.length === 0) {
    throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no account "${asked ?? ""}".`);
  }
  // Includes counts that this process has not written to the database yet.
  await ledger.flushCounts();
  const runs = await runsOf(ledger.attempts.connection);
  return {
    at: ledger.now().toISOString(),
    version: pluginVersion(),
    accounts: await Promise.all(accounts.map((account) => accountHealth(container, account))),
    reconciliations: runs.map((run) => ({
      id: run.id,
      started_at: run.started_at.toISOString(),
      finished_at: iso(run.finished_at),
      error: run.error,
      checked: run.examined,
      skipped: run.in_flight,
      differences: run.differences,
      repaired: run.applied,
    })),
    configuration: [...ledger.configuration],
  };
}

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

async function accountHealth(container: MedusaContainer, account: GatewayAccount): Promise<AccountHealth> {
  const ledger = resolveLedger(container);
  const now = ledger.now();
  const reading = await readHealth(ledger.attempts.connection, account, {
    now,
    trafficSince: new Date(now.getTime() - STEPS * STEP_SECONDS * 1_000),
  });
  const points = timeSeries(reading.traffic, { now, steps: STEPS, stepMs: STEP_SECONDS * 1_000 });
  const recent = points.slice(-RECENT_STEPS);
  const sum = (of: "requests" | "failed"): number => recent.reduce((total, point) => total + point[of], 0);
  const { pulse, queue, signatures, unmapped, refusal } = reading;
  const { unknown } = reading.gateway;
  const oldestSeconds = queue.oldest ? Math.max(0, Math.floor((now.getTime() - queue.oldest.getTime()) / 1_000)) : 0;
  const tally = (source: "notification" | "answer"): { checked: number; matched: number } => {
    const found = signatures.find((each) => each.source === source);
    return { checked: found?.checked ?? 0, matched: found?.matched ?? 0 };
  };
  const [notifications, answers] = [tally("notification"), tally("answer")];
  const signs = {
    refused: refusal.refusedSince && refusal.message,
    queue: { depth: queue.depth, oldestSeconds },
    notifications: {
      lastVerified: pulse?.verified_at ?? null,
      lastFailed: pulse?.failed_at ?? null,
      lastFailure: pulse?.failure ?? null,
    },
    traffic: { requests: sum("requests"), failed: sum("failed") },
    signatures: {
      checked: notifications.checked + answers.checked,
      matched: notifications.matched + answers.matched,
    },
    unmapped: unmapped.length,
    recovery: reading.recovery,
    gateway: reading.gateway,
  };
  return {
    account: account.key,
    ...findingsOf(signs, now),
    sandbox: account.sandbox,
    notifications: {
      last_received: iso(pulse?.received_at ?? null),
      last_verified: iso(pulse?.verified_at ?? null),
      last_failed: iso(pulse?.failed_at ?? null),
      last_failure: pulse?.failure ?? null,
      notify_url: ledger.notifyUrl(account.key),
    },
    queue: { depth: queue.depth, oldest_seconds: oldestSeconds },
    signatures: { notifications, answers },
    address: addressOf(reading),
    unreadable: [...reading.gateway.unreadable],
    unknown_operations: { open: unknown.open, overdue: unknown.overdue },
    unmapped: unmapped.map(({ lastSeen, ...code }) => ({ ...code, last_seen: lastSeen.toISOString() })),
    traffic: {
      step_seconds: STEP_SECONDS,
      points: points.map((point) => ({ ...point, at: point.at.toISOString() })),
    },
  };
}

function addressOf({ refusal, wasAnswered }: HealthReading): AccountHealth["address"] {
  if (refusal.refusedSince) return { state: "refused", since: refusal.refusedSince.toISOString() };
  return wasAnswered ? { state: "accepted", since: iso(refusal.acceptedSince) } : { state: "not_tried", since: null };
}
