import { failpoint } from "../runtime/failpoint";
import type { Gate, GateResult } from "../gate/gate";
import type { AttentionKind } from "../domain/attention-kinds";
import { raiseAttention } from "../ledger/attention-rows";
import type { Ledger } from "../ledger/ledger";
import { finishReversal, keyOfNextTry, postponeReversal } from "../ledger/reversals";
import type { AttemptRow, OperationRow } from "../ledger/rows/attempt-row";
import { minorOf } from "../ledger/rows/attempt-row";

/**
 * Reverses late or duplicate money: voids an authorisation, refunds a capture. Its keys are the attempt's own, so that
 * running it twice, in two processes or after a crash, gives one void or one refund. An undecided try is queried by the
 * status checker and continued here; nothing is sent twice. A try that is proven not to have happened is repeated under
 * the next key, a few times.
 */
export interface AutoReversalDependencies {
  readonly ledger: Ledger;
  readonly gate: Gate;
  readonly now: () => Date;
}

/** After this many fruitless tries a person is told that it needs them; it is sent this often at most. */
const TRIES_BEFORE_ATTENTION = 5;

const PREFIX = "reversal";
export const isReversal = ({ idempotency_key: key }: Pick<OperationRow, "idempotency_key">): boolean =>
  key.startsWith(`${PREFIX}_`);

export class AutoReversal {
  constructor(private readonly deps: AutoReversalDependencies) {}

  async reverse(attemptId: string): Promise<"done" | "waiting"> {
    const { ledger, now } = this.deps;
    const attempt = await ledger.attempt(attemptId);
    if (!attempt?.reverse_at) return "done";
    failpoint("reverse:before");
    const result = await this.send(attempt).catch(async (error: unknown) => {
      await postponeReversal(ledger, attempt, now());
      throw error;
    });
    failpoint("reverse:after");
    if (result === null || result.kind === "settled" || result.kind === "pending") {
      // A person rejected it and it is voided: nobody has to be told.
      const isQuiet = attempt.reversal_reason === "held_rejected" && attempt.state !== "captured";
      if (!isQuiet) await this.tell(attempt, GIVEN_BACK[attempt.reversal_reason ?? ""] ?? GIVEN_BACK_PLAIN);
      await finishReversal(ledger, attempt.id);
      return "done";
    }
    await postponeReversal(ledger, attempt, now());
    if (attempt.reversal_tries + 1 >= TRIES_BEFORE_ATTENTION) {
      const why = "reason" in result ? result.reason.message : "";
      await this.tell(attempt, `A late or duplicate payment could not be reversed yet. ${why}`.trim());
    }
    return "waiting";
  }

  /** Null: there is nothing to give back any more. */
  private async send(attempt: AttemptRow): Promise<GateResult | null> {
    const shared = { attemptId: attempt.id, actor: "system", actorId: null, recordedBy: "projection" } as const;
    if (attempt.state === "authorised") {
      const idempotencyKey = await this.keyOf(attempt, "void");
      return this.deps.gate.run({ ...shared, kind: "void", amount: null, idempotencyKey });
    }
    const left = minorOf(attempt.captured) - minorOf(attempt.refunded) - minorOf(attempt.refund_pending);
    if (attempt.state !== "captured" || left <= 0n) return null;
    // A part may have been refunded elsewhere since a try that was not sent.
    const idempotencyKey = await this.keyOf(attempt, "refund", left);
    return this.deps.gate.run({ ...shared, kind: "refund", amount: left, idempotencyKey });
  }

  private keyOf({ id, captured }: AttemptRow, kind: "void" | "refund", left = minorOf(captured)): Promise<string> {
    const part = left === minorOf(captured) ? "" : `-${left.toString()}`;
    const key = `${kind === "void" ? PREFIX : `${PREFIX}_refund`}_${id}${part}`;
    return keyOfNextTry(this.deps.ledger, { id, kind, key, most: TRIES_BEFORE_ATTENTION });
  }

  private async tell({ account, id, reversal_reason: reason }: AttemptRow, message: string): Promise<void> {
    const kind = TOLD_AS.get(reason ?? "") ?? "late_or_duplicate_payment";
    const item = { account, kind, subject: id, attemptId: id, message };
    await raiseAttention(this.deps.ledger.connection, item, this.deps.now());
  }
}

const TOLD_AS: ReadonlyMap<string, AttentionKind> = new Map([
  ["held_rejected", "rejected_after_capture"],
  ["three_ds_missing", "three_ds_missing"],
]);

const GIVEN_BACK_PLAIN = "A late or duplicate payment was returned to the customer.";
const GIVEN_BACK: Readonly<Record<string, string>> = {
  late_or_duplicate_payment:
    "A late or duplicate payment of this cart was returned to the customer. No action is needed.",
  three_ds_missing: "The payment was authorised without the 3-D Secure that this shop requires, and was reversed.",
  held_rejected: "The payment was rejected in review after its capture, and was refunded.",
};
