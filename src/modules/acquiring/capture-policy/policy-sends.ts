import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { Gate, GateResult } from "../gate/gate";
import type { Ledger } from "../ledger/ledger";

/**
 * Sends what the capture policy decided. The key contains the payment and what is captured in all before and afterwards: after a crash, and by
 * two workers at once, the same capture is one operation, and another amount is another operation. A declined one is not sent again; one that never reached the gateway is, under the
 * next key, a few times.
 */
export type PolicySend = { readonly attemptId: string } & (
  { readonly kind: "capture"; readonly amount: bigint; readonly upTo: bigint } | { readonly kind: "void" }
);

/** `repeated`: the gateway declined it before, and nothing was sent. */
export type PolicyResult = GateResult | { readonly kind: "repeated"; readonly since: Date };

/** The most sends of one capture that never reached the gateway. Our choice. */
const MOST_TRIES = 5;

const PREFIX = "policy";
const baseKey = (send: PolicySend): string =>
  send.kind === "void"
    ? `${PREFIX}_void_${send.attemptId}`
    : `${PREFIX}_capture_${send.attemptId}_${send.upTo.toString()}${after(send.upTo - send.amount)}`;

const after = (captured: bigint): string => (captured === 0n ? "" : `-${captured.toString()}`);

interface Tried {
  readonly kind: string;
  readonly key: string;
  readonly since: Date;
  /** A query proved that it never reached the gateway. */
  readonly isUnapplied: boolean;
}

const TRIED = `
  SELECT operation.kind, operation.idempotency_key AS key, COALESCE(operation.concluded_at, operation.sent_at) AS since,
    COALESCE((SELECT entry.kind FROM acquiring_entry AS entry
      WHERE entry.attempt_id = operation.attempt_id AND entry.operation_id = operation.id AND entry.deleted_at IS NULL
      ORDER BY entry.sequence DESC LIMIT 1) = operation.kind || '_not_applied', false) AS "isUnapplied"
  FROM acquiring_operation AS operation
  WHERE operation.attempt_id = ANY(?) AND operation.kind IN ('capture', 'void') AND operation.status = 'declined'
    AND operation.deleted_at IS NULL`;

export class PolicySends {
  constructor(
    private readonly ledger: Ledger,
    private readonly gate: Gate,
  ) {}

  /** All start at the same moment, so that they share as few requests as possible. Results in the order of the sends. */
  async carryOutAll(sends: readonly PolicySend[]): Promise<readonly Promise<PolicyResult>[]> {
    if (sends.length === 0) return [];
    const tried = await this.tried(sends.map(({ attemptId }) => attemptId));
    return sends.map(async (send) => {
      const key = nextKey(send, tried);
      const declined = tried.find((each) => each.kind === send.kind && each.key === key);
      if (declined) return { kind: "repeated", since: declined.since } as const;
      const capture = send.kind === "capture" ? { capturedBefore: send.upTo - send.amount } : {};
      return this.gate.run({
        ...capture,
        attemptId: send.attemptId,
        kind: send.kind,
        amount: send.kind === "capture" ? send.amount : null,
        idempotencyKey: key,
        actor: "system",
        actorId: PREFIX,
        recordedBy: "projection",
      });
    });
  }

  private async tried(ids: readonly string[]): Promise<readonly Tried[]> {
    return (await this.ledger.connection.raw<{ rows: Tried[] }>(TRIED, [[...ids]])).rows;
  }
}

function nextKey(send: PolicySend, tried: readonly Tried[]): string {
  const base = baseKey(send);
  const unapplied = tried.filter(
    ({ kind, key, isUnapplied }) => kind === send.kind && isUnapplied && (key === base || key.startsWith(`${base}_`)),
  );
  const again = Math.min(unapplied.length, MOST_TRIES - 1);
  return again === 0 ? base : `${base}_${String(again + 1)}`;
}

/** What it did since a time, counted in payments. */
export async function policyActivity(
  pg: Knex,
  since: Date,
): Promise<{ readonly captured: number; readonly voided: number }> {
  const { rows } = await pg.raw<{ rows: { kind: string; count: number }[] }>(
    `SELECT kind, COUNT(DISTINCT attempt_id)::int AS count FROM acquiring_operation
      WHERE kind IN ('capture', 'void') AND actor = 'system' AND status = 'settled' AND sent_at >= ?
        AND starts_with(idempotency_key, '${PREFIX}_') AND deleted_at IS NULL GROUP BY kind`,
    [since],
  );
  const count = (kind: string): number => rows.find((row) => row.kind === kind)?.count ?? 0;
  return { captured: count("capture"), voided: count("void") };
}
