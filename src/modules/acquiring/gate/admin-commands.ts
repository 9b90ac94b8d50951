import type { Reason } from "../../../gateway/model/outcome";
import type { Gate, GateResult } from "./gate";
import { answerOf } from "./decide";
import type { Ledger } from "../ledger/ledger";
import type { OperationRow } from "../ledger/rows/attempt-row";
import { minorOf } from "../ledger/rows/attempt-row";

/**
 * An admin's command on one payment. A repeated key (a double click, or a retry after a lost response) returns the same
 * operation. Medusa does not wait for the result, so the projection records it.
 */
export interface Command {
  readonly attemptId: string;
  readonly kind: "capture" | "void" | "refund";
  /** Integer minor units; null for a void: the whole authorisation. */
  readonly amount: bigint | null;
  readonly key: string;
  /** Null: nobody's, as of an automatic refund. */
  readonly actorId: string | null;
  /** Default: admin. */
  readonly actor?: "admin" | "system";
  readonly note?: string | null;
  readonly reasonId?: string | null;
  /** See `OperationCommand`. */
  readonly refundsBefore?: number | null;
  readonly asOnePerson?: boolean;
  readonly refusalNow?: () => Promise<Reason | null>;
}

/** `misused`: the key belongs to another command; nothing was sent for this one. */
export type CommandResult = GateResult | { readonly kind: "misused"; readonly reason: Reason };

const PREFIX = "dash_";
const KINDS = ["capture", "void", "refund"] as const;
export const dashboardKey = (kind: Command["kind"], key: string): string => `${PREFIX}${kind}_${key}`;

export const isFromDashboard = ({ idempotency_key: key }: Pick<OperationRow, "idempotency_key">): boolean =>
  key.startsWith(PREFIX);

/** The same command may be in flight in another request for 60 s (our default), plus a margin. */
const WAIT_MS = 65_000;
const WAIT_STEP_MS = 50;

export interface AdminCommandsDependencies {
  readonly ledger: Ledger;
  readonly gate: Gate;
  readonly now: () => Date;
}

export class AdminCommands {
  constructor(private readonly deps: AdminCommandsDependencies) {}

  /** Never throws for gateway or network errors. */
  async carryOut(command: Command): Promise<CommandResult> {
    return (await this.used(command)).some((row) => !isOf(command, row)) ? MISUSED : this.follow(command);
  }

  /** For keys that nobody else can use: nothing is read first, so that all share as few requests as possible. */
  carryOutAll(commands: readonly Command[]): readonly Promise<CommandResult>[] {
    return commands.map(async (command) => this.follow(command));
  }

  private async follow(command: Command): Promise<CommandResult> {
    const result = await this.run(command);
    if (result === null) return MISUSED;
    const [operation] = await this.used(command);
    // Refused before a row existed: an open operation of the same kind is not an unknown outcome of this one.
    if (!operation) return result.kind === "unknown" ? { kind: "not_sent", reason: result.reason } : result;
    if (!isOf(command, operation)) return MISUSED;
    if (result.kind !== "unknown") return result;
    const after = await this.concluded(operation);
    return after.status === "sending" || after.status === "unknown" ? result : answerOf(after);
  }

  /** Null if another payment's operation has taken the key meanwhile: the unique index decides. */
  private async run(command: Command): Promise<GateResult | null> {
    const { key, ...fields } = command;
    try {
      return await this.deps.gate.run({
        ...fields,
        idempotencyKey: dashboardKey(command.kind, key),
        actor: fields.actor ?? "admin",
        recordedBy: "projection",
      });
    } catch (error) {
      if ((await this.used(command)).some((row) => !isOf(command, row))) return null;
      throw error;
    }
  }

  private async used({ key }: Command): Promise<OperationRow[]> {
    return this.deps.ledger
      .connection<OperationRow>("acquiring_operation")
      .whereIn(
        ["kind", "idempotency_key"],
        KINDS.map((kind) => [kind, dashboardKey(kind, key)]),
      )
      .where({ deleted_at: null });
  }

  private async concluded(operation: OperationRow): Promise<OperationRow> {
    const { ledger, now } = this.deps;
    let row = operation;
    for (let step = 0; step < WAIT_MS / WAIT_STEP_MS; step += 1) {
      // If it is older, its process died, and the worker concludes it.
      if (row.status !== "sending" || now().getTime() - row.sent_at.getTime() >= WAIT_MS) break;
      await new Promise((resolve) => setTimeout(resolve, WAIT_STEP_MS));
      row = (await ledger.operationByKey(row.kind, row.idempotency_key)) ?? row;
    }
    return row;
  }
}

const isOf = ({ attemptId, kind, amount }: Command, row: OperationRow): boolean =>
  row.attempt_id === attemptId && row.kind === kind && (amount === null || minorOf(row.amount) === amount);

const MISUSED: CommandResult = {
  kind: "misused",
  reason: {
    code: "key_misused",
    message: "key: already used for another operation. Create a new idempotency key for each operation.",
  },
};
