import { generateEntityId } from "@medusajs/framework/utils";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { maskCardNumbers } from "../../../gateway/redaction/redact";
import type { PayoutChangeKind } from "../../acquiring";
import { addEvents } from "../../acquiring";
import type { PayoutPerson } from "../payout-api";
import type { AuditRow, BeneficiaryEventKind, EventActor, PayoutEventKind } from "../rows";

/** The audit trail, in order. Written in the transaction of its change, and immutable. */
export interface AuditedAction {
  readonly payoutId?: string;
  readonly beneficiaryId?: string;
  readonly kind: PayoutEventKind | BeneficiaryEventKind;
  readonly version: number;
  readonly by: PayoutPerson | Exclude<EventActor, "admin">;
  readonly note?: string | null;
  readonly rawStatus?: string | null;
  /** Events of Medusa's bus that it is, in order. */
  readonly announces?: readonly PayoutChangeKind[];
}

const TABLE = "acquiring_payout_audit";
const LONGEST_NOTE = 500;
/** A user with one of these actions prepared the payout and never approves it. */
const MAKING: readonly PayoutEventKind[] = ["created", "imported", "copied", "edited", "submitted"];

/** These rows are immutable: a card number is masked before the text is cut. */
const shortText = (text: string | null | undefined): string | null =>
  text ? maskCardNumbers(text).slice(0, LONGEST_NOTE) : (text ?? null);

export class Audit {
  constructor(
    private readonly pg: Knex,
    private readonly now: () => Date,
  ) {}

  async note(trx: Knex, action: AuditedAction): Promise<void> {
    const now = this.now();
    const { by } = action;
    const isNobody = by === "gateway" || by === "system";
    const id = generateEntityId(undefined, "acqpau");
    await trx(TABLE).insert({
      id,
      payout_id: action.payoutId ?? null,
      beneficiary_id: action.beneficiaryId ?? null,
      kind: action.kind,
      version: action.version,
      actor: isNobody ? by : "admin",
      actor_id: isNobody ? null : by.id,
      owner_id: isNobody ? null : (by.ownerId ?? null),
      note: shortText(action.note),
      raw_status: shortText(action.rawStatus),
      at: now,
      created_at: now,
      updated_at: now,
    });
    const events = (action.announces ?? []).map((kind, place) => ({
      ...({ id: `${id}:${String(place + 1)}`, kind: `payout_${kind}`, rowId: id, at: now } as const),
    }));
    await addEvents(trx, events);
  }

  async of(
    subject: { readonly payout_id: string } | { readonly beneficiary_id: string },
    limit: number,
  ): Promise<AuditRow[]> {
    return this.pg<AuditRow>(TABLE)
      .where({ ...subject, deleted_at: null })
      .orderBy([
        { column: "at", order: "desc" },
        { column: "sequence", order: "desc" },
      ])
      .limit(limit);
  }

  async makersOf(trx: Knex, payoutIds: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
    const rows = await trx(TABLE)
      .whereIn("payout_id", [...payoutIds])
      .whereIn("kind", [...MAKING])
      .where({ deleted_at: null })
      .select<Pick<AuditRow, "payout_id" | "actor_id" | "owner_id">[]>("payout_id", "actor_id", "owner_id");
    const makers = new Map<string, Set<string>>(payoutIds.map((id) => [id, new Set()]));
    for (const { payout_id: id, actor_id: actor, owner_id: owner } of rows)
      for (const personId of [actor, owner]) if (personId !== null) makers.get(id ?? "")?.add(personId);
    return makers;
  }

  withoutMaker(query: Knex.QueryBuilder, personId: string): void {
    void query.whereNotExists(
      this.pg(`${TABLE} AS audit`)
        .whereRaw("audit.payout_id = acquiring_payout.id")
        .whereIn("audit.kind", [...MAKING])
        .where({ "audit.deleted_at": null })
        .where((or) => or.where("audit.actor_id", personId).orWhere("audit.owner_id", personId)),
    );
  }
}
