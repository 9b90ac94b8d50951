import { z } from "@medusajs/framework/zod";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { GatewayAccount } from "../../../gateway/model/account";
import { paymentReadings, refundReadings } from "../../../gateway/model/facts";
import type { ParsedNotification } from "../../../gateway/notifications/notification";
import { parseNotification } from "../../../gateway/notifications/notification";
import { claimsMoney } from "../domain/matches-gateway-status";
import { contradicts } from "../inbox/notification-claims";
import { CONTRADICTED } from "../inbox/apply-notification";
import { FIRST_PAYMENT_UNKNOWN } from "../inbox/conclude-notification";
import type { InboxRow } from "../ledger/inbox";
import type { AttemptRow, OperationRow } from "../ledger/rows/attempt-row";
import type { ReadPayments, AttentionEvidence } from "./rules";

/** Reads the rules' input for many items in a few statements. */
export interface OpenItem {
  readonly id: string;
  readonly account: string;
  readonly kind: string;
  readonly attempt_id: string | null;
  readonly count: number;
  readonly raised_at: Date;
  readonly updated_at: Date;
  readonly queried_at: Date | null;
}

/** Facts as the inbox stores them; fields missing in older versions count as absent. */
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? null);
const StoredFact = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("payment"), reading: z.enum(paymentReadings) }),
  z.object({
    kind: z.literal("refund"),
    reading: z.enum(refundReadings),
    operationId: text,
    reference: text,
  }),
]);
const StoredFacts = z.array(StoredFact.nullable().catch(null)).catch([]);

interface AnswerRow {
  readonly order_no: string;
  readonly facts: unknown;
  readonly received_at: Date;
}

const LAST_ANSWERS = `
  SELECT DISTINCT ON (order_no) order_no, facts, received_at FROM acquiring_inbox_event
  WHERE source = 'query' AND order_no = ANY(?) AND deleted_at IS NULL
  ORDER BY order_no, received_at DESC`;

interface EvidenceInput {
  readonly now: Date;
  readonly account: (key: string) => GatewayAccount | undefined;
  readonly accountOf: (attempt: AttemptRow) => GatewayAccount | undefined;
}

export async function loadEvidence(
  pg: Knex,
  items: readonly OpenItem[],
  { now, account, accountOf }: EvidenceInput,
): Promise<ReadonlyMap<string, AttentionEvidence>> {
  const ids = items.flatMap(({ attempt_id: id }) => id ?? []);
  const attempts = await pg<AttemptRow>("acquiring_payment_attempt").whereIn("id", ids);
  const operations = await pg<OperationRow>("acquiring_operation")
    .where({ deleted_at: null })
    .whereIn("attempt_id", ids)
    .orderBy("sequence");
  const orderNos = attempts.map(({ order_no: orderNo }) => orderNo);
  const { rows: answers } = await pg.raw<{ rows: AnswerRow[] }>(LAST_ANSWERS, [orderNos]);
  const failed = await failedRefunds(pg, items);
  const claims = await refusedClaims(pg, items, attempts);
  const renewals = await renewalsOf(pg, items);
  const accounts = await accountsOf(pg, items, account);
  const evidenceOf = (item: OpenItem): AttentionEvidence => {
    const attempt = attempts.find(({ id }) => id === item.attempt_id) ?? null;
    const last = answers.find(({ order_no: orderNo }) => orderNo === attempt?.order_no);
    const answer = last && last.received_at > item.updated_at ? readStoredFacts(last.facts) : null;
    return {
      raisedAt: item.raised_at,
      renewedAt: item.updated_at,
      now,
      attempt,
      operations: operations.filter(({ attempt_id: id }) => id === item.attempt_id),
      answer,
      claimsMatch: attempt && claimsMatchOf(claims, { item, attempt, account: accountOf(attempt), renewals, answer }),
      failedRefunds: new Set(
        failed.flatMap(({ attempt_id: id, operation_id: operation, occurred_at: at }) =>
          id === item.attempt_id && at >= item.raised_at ? operation : [],
        ),
      ),
      account: accounts.get(item.account) ?? { isWaitingForQuery: true, lastReadableAt: null, oldestPendingAt: null },
    };
  };
  return new Map(items.map((item) => [item.id, evidenceOf(item)]));
}

/** The readings of one stored response. A fact that cannot be read counts as none. */
export function readStoredFacts(facts: unknown): ReadPayments {
  const read = StoredFacts.parse(facts);
  return {
    payments: read.flatMap((fact) => (fact?.kind === "payment" ? fact.reading : [])),
    refunds: read.flatMap((fact) => (fact?.kind === "refund" ? fact : [])),
  };
}

interface FailedRefund {
  readonly attempt_id: string;
  readonly operation_id: string;
  readonly occurred_at: Date;
}

const idsOf = (items: readonly OpenItem[], kind: string): string[] =>
  items.flatMap((item) => (item.kind === kind ? (item.attempt_id ?? []) : []));

async function failedRefunds(pg: Knex, items: readonly OpenItem[]): Promise<FailedRefund[]> {
  return pg<FailedRefund>("acquiring_entry")
    .whereIn("attempt_id", idsOf(items, "refund_failed"))
    .where({ kind: "refund_failed", deleted_at: null })
    .select("attempt_id", "operation_id", "occurred_at");
}

interface Claim extends InboxRow {
  readonly applied_at: Date | null;
}

async function refusedClaims(pg: Knex, items: readonly OpenItem[], attempts: readonly AttemptRow[]): Promise<Claim[]> {
  const ids = new Set(idsOf(items, "notification_contradicted"));
  const orderNos = attempts.flatMap(({ id, order_no: orderNo }) => (ids.has(id) ? orderNo : []));
  return pg<Claim>("acquiring_inbox_event")
    .whereIn("order_no", orderNos)
    .where({ source: "notify", status: "refused", deleted_at: null })
    .whereIn("result", [CONTRADICTED, FIRST_PAYMENT_UNKNOWN]);
}

/** A refused claim may be about a later charge of the subscription. */
async function renewalsOf(pg: Knex, items: readonly OpenItem[]): Promise<readonly AttemptRow[]> {
  const firsts = idsOf(items, "notification_contradicted");
  return pg<AttemptRow>("acquiring_payment_attempt").whereIn("renewal_of", firsts).where({ deleted_at: null });
}

interface ClaimCheck {
  readonly item: OpenItem;
  readonly attempt: AttemptRow;
  readonly account: GatewayAccount | undefined;
  readonly renewals: readonly AttemptRow[];
  readonly answer: ReadPayments | null;
}

function claimsMatchOf(claims: readonly Claim[], check: ClaimCheck): boolean | null {
  const { item, attempt, account } = check;
  const own = claims.filter(
    ({ order_no: orderNo, applied_at: at }) => orderNo === attempt.order_no && at !== null && at >= item.raised_at,
  );
  if (!account || own.length === 0) return null;
  return own.every((row) => {
    const body = Buffer.from(row.body ?? "", "base64");
    const parsed = parseNotification({ account, contentType: row.content_type, body });
    if (parsed.kind !== "payment") return false;
    return row.result === FIRST_PAYMENT_UNKNOWN ? matchesFirstPayment(parsed, check) : !contradicts(parsed, attempt);
  });
}

const ENDS: readonly AttemptRow["state"][] = ["declined", "expired", "voided"];

/**
 * The claim was refused while the first payment's transaction was unknown. It is compared with the transaction that it
 * names, since a later charge never counts for the first payment. Or the payment ended, and the gateway says the same.
 */
function matchesFirstPayment(
  parsed: ParsedNotification,
  { attempt, renewals, answer }: Pick<ClaimCheck, "attempt" | "renewals" | "answer">,
): boolean {
  const { fact, gatewayPaymentId: named } = parsed;
  // No query reports a dispute, or which refund the message meant.
  if (fact.kind !== "payment") return false;
  const own = attempt.gateway_payment_id;
  const isOver = ENDS.includes(attempt.state);
  const readings = answer?.payments ?? [];
  const isWithout = readings.length > 0 && readings.every((reading) => reading === "declined" || reading === "voided");
  // Money of another transaction stays with a person.
  if (isOver && isWithout && ((own !== null && named === own) || !claimsMoney(fact))) return true;
  if (own === null && !isOver) return false;
  if (own === null || named === null || named === own) return !contradicts(parsed, attempt);
  const charge = renewals.find(({ gateway_payment_id: id, renewal_of: of }) => id === named && of === attempt.id);
  return charge ? !contradicts(parsed, charge) : !claimsMoney(fact);
}

async function accountsOf(
  pg: Knex,
  items: readonly OpenItem[],
  configured: (key: string) => GatewayAccount | undefined,
): Promise<ReadonlyMap<string, AttentionEvidence["account"]>> {
  const keys = new Set(
    items.flatMap(({ kind, account }) =>
      kind === "query_refused" || kind === "notification_unreadable" ? account : [],
    ),
  );
  const found = [...keys].map(async (account) => {
    const waiting = await pg("acquiring_payment_attempt")
      .where({ account, deleted_at: null })
      .whereNotNull("next_check_at")
      .first("id");
    const read = await pg<InboxRow>("acquiring_inbox_event")
      .where({ account, source: "notify", deleted_at: null })
      // Literal, as in the index: with a parameter Postgres could not use it.
      .whereRaw("status <> 'pending'")
      .orderBy("received_at", "desc")
      .first("received_at");
    const pending = await pg<InboxRow>("acquiring_inbox_event")
      .where({ account, source: "notify", deleted_at: null })
      .whereRaw("status = 'pending'")
      .orderBy("received_at")
      .first("received_at");
    const isWaitingForQuery =
      waiting !== undefined || configured(account) !== undefined || (await hasSubscription(pg, account));
    const [lastReadableAt, oldestPendingAt] = [read?.received_at ?? null, pending?.received_at ?? null];
    return [account, { isWaitingForQuery, lastReadableAt, oldestPendingAt }] as const;
  });
  return new Map(await Promise.all(found));
}

/** One that is checked every hour. */
async function hasSubscription(pg: Knex, account: string): Promise<boolean> {
  if (!(await pg.schema.hasTable("acquiring_subscription"))) return false;
  const found = await pg("acquiring_subscription")
    .where({ account, deleted_at: null })
    .whereNotNull("next_check_at")
    .first("id");
  return found !== undefined;
}
