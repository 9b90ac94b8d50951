import { generateEntityId, MedusaError } from "@medusajs/framework/utils";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { BeneficiaryQuestion, PayoutListPage } from "../payout-api";
import type { BeneficiaryRow } from "../rows";
import { runTransaction } from "../../acquiring";

export const BENEFICIARIES = "acquiring_beneficiary";
export const VERSIONS = "acquiring_beneficiary_version";

const COLUMNS = [
  ...["id", "version", "display_name", "entity_type", "country", "currency", "bank_name", "account_mask"],
  ...["account_fingerprint", "customer_id", "blocked_at", "changed_at", "account_by", "account_by_owner"],
  ...["created_at", "updated_at"],
];
/** Limits the count; counting further would read all rows. */
const MOST_COUNTED = 10_001;

export interface NewVersion {
  readonly beneficiaryId: string;
  readonly number: number;
  readonly id: string;
  readonly sealed: string;
  readonly keyId: string;
  readonly madeBy: string;
  readonly madeByOwner: string | null;
  readonly writesAccount: boolean;
  readonly fingerprint: string | null;
}

export const newVersionId = (): string => generateEntityId(undefined, "acqbev");

export class BeneficiaryTable {
  constructor(
    private readonly pg: Knex,
    private readonly now: () => Date,
  ) {}

  get connection(): Knex {
    return this.pg;
  }

  async byId(id: string, trx: Knex = this.pg): Promise<BeneficiaryRow | undefined> {
    return trx(BENEFICIARIES).where({ id, deleted_at: null }).first<BeneficiaryRow | undefined>(COLUMNS);
  }

  async byIds(ids: readonly string[]): Promise<BeneficiaryRow[]> {
    return this.pg(BENEFICIARIES)
      .whereIn("id", [...ids])
      .where({ deleted_at: null })
      .select<BeneficiaryRow[]>(COLUMNS);
  }

  async byOrigin(key: string): Promise<BeneficiaryRow | undefined> {
    return this.pg(BENEFICIARIES)
      .where({ origin_key: key, deleted_at: null })
      .first<BeneficiaryRow | undefined>(COLUMNS);
  }

  async byFingerprints(fingerprints: readonly string[], trx: Knex = this.pg): Promise<BeneficiaryRow[]> {
    return trx(BENEFICIARIES)
      .whereIn("account_fingerprint", [...fingerprints])
      .where({ deleted_at: null })
      .orderBy("created_at")
      .select<BeneficiaryRow[]>(COLUMNS);
  }

  /** All with this account; changing or blocking one waits for running transactions. */
  async sharedByFingerprints(trx: Knex, fingerprints: readonly string[]): Promise<BeneficiaryRow[]> {
    return trx(BENEFICIARIES)
      .whereIn("account_fingerprint", [...fingerprints])
      .where({ deleted_at: null })
      .forShare()
      .select<BeneficiaryRow[]>(COLUMNS);
  }

  /** Changing or blocking it waits for running transactions. */
  async shared(trx: Knex, id: string): Promise<BeneficiaryRow | undefined> {
    return trx(BENEFICIARIES).where({ id, deleted_at: null }).forShare().first<BeneficiaryRow | undefined>(COLUMNS);
  }

  async locked<T>(
    id: string,
    work: (row: BeneficiaryRow, trx: Knex.Transaction) => Promise<T>,
  ): Promise<T | undefined> {
    return runTransaction(this.pg, async (trx) => {
      const row = await trx(BENEFICIARIES)
        .where({ id, deleted_at: null })
        .forUpdate()
        .first<BeneficiaryRow | undefined>(COLUMNS);
      return row ? work(row, trx) : undefined;
    });
  }

  /** Undefined if this idempotency key exists. */
  async insert(trx: Knex, columns: Record<string, unknown>): Promise<BeneficiaryRow | undefined> {
    const now = this.now();
    const [row] = await trx(BENEFICIARIES)
      .insert({ ...columns, created_at: now, updated_at: now })
      .onConflict(trx.raw("(origin_key) WHERE origin_key IS NOT NULL AND deleted_at IS NULL"))
      .ignore()
      .returning<BeneficiaryRow[]>(COLUMNS);
    return row;
  }

  async change(trx: Knex, id: string, columns: Record<string, unknown>): Promise<BeneficiaryRow> {
    const [row] = await trx(BENEFICIARIES)
      .where({ id })
      .update({ ...columns, updated_at: this.now() })
      .returning<BeneficiaryRow[]>(COLUMNS);
    if (!row)
      throw new MedusaError(
        MedusaError.Types.UNEXPECTED_STATE,
        `The beneficiary ${id} was locked and no longer exists.`,
      );
    return row;
  }

  async addVersion(trx: Knex, version: NewVersion): Promise<void> {
    const now = this.now();
    await trx(VERSIONS).insert({
      id: version.id,
      beneficiary_id: version.beneficiaryId,
      number: version.number,
      sealed: version.sealed,
      key_id: version.keyId,
      made_by: version.madeBy,
      made_by_owner: version.madeByOwner,
      writes_account: version.writesAccount,
      account_fingerprint: version.fingerprint,
      created_at: now,
      updated_at: now,
    });
  }

  async version(
    trx: Knex,
    of: { readonly id: string; readonly number: number },
  ): Promise<{ id: string; sealed: string } | undefined> {
    return trx(VERSIONS)
      .where({ beneficiary_id: of.id, number: of.number, deleted_at: null })
      .first<{ id: string; sealed: string } | undefined>("id", "sealed");
  }

  async page(
    asked: BeneficiaryQuestion,
    { by, direction, limit, offset }: PayoutListPage<"name" | "created_at">,
  ): Promise<BeneficiaryRow[]> {
    const order = by === "name" ? "lower(display_name) ??, id ??" : "created_at ??, id ??";
    return this.asked(asked)
      .orderByRaw(order.replaceAll("??", direction))
      .limit(limit)
      .offset(offset)
      .select<BeneficiaryRow[]>(COLUMNS);
  }

  async count(asked: BeneficiaryQuestion): Promise<number> {
    const counted = this.asked(asked).limit(MOST_COUNTED).select("id").as("counted");
    const [row] = await this.pg.from(counted).select<{ count: number }[]>(this.pg.raw("count(*)::int AS count"));
    return row?.count ?? 0;
  }

  async sameAccount(rows: readonly BeneficiaryRow[]): Promise<ReadonlyMap<string, number>> {
    const fingerprints = rows.flatMap(({ account_fingerprint: print }) => print ?? []);
    const counts = await this.pg(BENEFICIARIES)
      .whereIn("account_fingerprint", fingerprints)
      .where({ deleted_at: null })
      .groupBy("account_fingerprint")
      .select<{ print: string; count: number }[]>(
        "account_fingerprint AS print",
        this.pg.raw("count(*)::int AS count"),
      );
    const byPrint = new Map(counts.map(({ print, count }) => [print, count]));
    return new Map(rows.map((row) => [row.id, Math.max(0, (byPrint.get(row.account_fingerprint ?? "") ?? 1) - 1)]));
  }

  /** Never by account: search terms appear in addresses and logs, and guesses would be answered. */
  private asked({ blocked, customerId, text }: BeneficiaryQuestion): Knex.QueryBuilder {
    const query = this.pg(BENEFICIARIES).where({ deleted_at: null });
    if (blocked !== undefined) void query[blocked ? "whereNotNull" : "whereNull"]("blocked_at");
    if (customerId !== undefined) void query.where({ customer_id: customerId });
    if (text !== undefined && text !== "") {
      void query.where((any) =>
        any.where({ id: text }).orWhereRaw("position(lower(?) in lower(display_name)) > 0", [text]),
      );
    }
    return query;
  }
}
