import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils";
import { maskCardNumbers } from "../../gateway/redaction/redact";
import type { OutgoingRow, OutgoingTable } from "../../modules/acquiring";
import { clearAttention, endRow, raiseAttention, retryRow } from "../../modules/acquiring";
import { hasNotificationProvider } from "../notification-provider";
import { resolveLedger } from "../resolve-ledger";
import { errorMessage } from "../safe-error-text";

/** What all messages that were not accepted have in common: they are sent again, less and less often, for a day. */
const FIRST_RETRY_MS = 60_000;
const LONGEST_RETRY_MS = 3_600_000;
/** Then it is given up, and the page says so. Our choice. */
const GIVEN_UP_AFTER_MS = 86_400_000;
const LONGEST_PROBLEM = 300;

/** Of a provider or a webhook: shown to staff, so it is short and has no card number. */
export const problemText = (error: unknown): string => maskCardNumbers(errorMessage(error)).slice(0, LONGEST_PROBLEM);

/** Where messages go; null: nobody needs to know that one was given up. */
export type Outlet = {
  readonly subject: string;
  readonly message: string;
  /** Whether others got through lately: then nobody is told. */
  readonly works?: () => Promise<boolean>;
} | null;

interface Outgoing {
  readonly table: OutgoingTable;
  readonly row: OutgoingRow;
  readonly outlet: Outlet;
}

/** It was delivered. */
export async function endMessage(container: MedusaContainer, { table, row, outlet }: Outgoing): Promise<void> {
  const ledger = resolveLedger(container);
  const pg = ledger.attempts.connection;
  await endRow(pg, table, row.id, ledger.now());
  if (outlet) await clearAttention(pg, "message_not_sent", outlet.subject, ledger.now());
}

/** Notes the problem and when it is tried again. Returns the problem. */
export async function tryAgain(
  container: MedusaContainer,
  { table, row, outlet }: Outgoing,
  error: unknown,
): Promise<string> {
  const ledger = resolveLedger(container);
  const now = ledger.now();
  const problem = problemText(error);
  const isOver = now.getTime() - row.created_at.getTime() >= GIVEN_UP_AFTER_MS;
  const waitMs = Math.min(FIRST_RETRY_MS * 2 ** (row.tries - 1), LONGEST_RETRY_MS);
  const again = isOver ? null : new Date(now.getTime() + waitMs);
  // One item per outlet stays open until a message gets through, so that telling staff of it does not raise another.
  if (isOver && outlet && !(await outlet.works?.()))
    await raiseAttention(
      ledger.attempts.connection,
      { account: "*", kind: "message_not_sent", attemptId: null, ...outlet },
      now,
    );
  await retryRow(ledger.attempts.connection, table, { id: row.id, problem, again, now });
  return problem;
}

/**
 * The message's ID: the Notification module sends under one key once. If the process died while the provider was
 * sending, nobody knows whether it did; it is sent again, because a message twice is better than none.
 */
export async function idempotencyKeyOf(
  container: MedusaContainer,
  { id, tries }: Pick<OutgoingRow, "id" | "tries">,
): Promise<string> {
  if (tries === 1) return id;
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION);
  const { rows } = await pg.raw<{ rows: unknown[] }>(
    "SELECT FROM notification WHERE starts_with(idempotency_key, ?) AND status = 'pending' LIMIT 1",
    [id],
  );
  return rows.length === 0 ? id : `${id}:${String(tries)}`;
}

/** Rejects with a sentence if no provider serves the channel. */
export async function requireProvider(container: MedusaContainer, channel: "email" | "feed"): Promise<void> {
  if (await hasNotificationProvider(container, channel)) return;
  throw new MedusaError(
    MedusaError.Types.UNEXPECTED_STATE,
    `Medusa's Notification module has no provider for the channel "${channel}".`,
  );
}
