import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { AccountOf, WrittenVersion } from "../domain/account-authors";
import { authorsOf } from "../domain/account-authors";
import { BENEFICIARIES, VERSIONS } from "./beneficiary-table";

/** Older versions lack both columns: the owner is in the audit, the account is the beneficiary's current one. */
const AUTHORS = `
  SELECT version.beneficiary_id, COALESCE(version.account_fingerprint, book.account_fingerprint) AS account_fingerprint,
    version.made_by, COALESCE(version.made_by_owner, audit.owner_id) AS made_by_owner
  FROM ${VERSIONS} AS version
  JOIN ${BENEFICIARIES} AS book ON book.id = version.beneficiary_id
  LEFT JOIN acquiring_payout_audit AS audit ON audit.beneficiary_id = version.beneficiary_id AND audit.version = version.number
    AND audit.kind IN ('created', 'changed') AND audit.deleted_at IS NULL
  WHERE version.writes_account AND version.deleted_at IS NULL AND (
    version.beneficiary_id = ANY(CAST(:ids AS text[]))
    OR version.account_fingerprint = ANY(CAST(:prints AS text[]))
    OR version.account_fingerprint IS NULL AND version.beneficiary_id = ANY(ARRAY(
      SELECT id FROM ${BENEFICIARIES} WHERE account_fingerprint = ANY(CAST(:prints AS text[])) AND deleted_at IS NULL)))`;

export async function accountAuthorsOf(
  trx: Knex,
  accounts: readonly AccountOf[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const ids = accounts.map(({ beneficiaryId }) => beneficiaryId);
  const prints = accounts.flatMap(({ fingerprints }) => fingerprints);
  const { rows } = await trx.raw<{ rows: WrittenVersion[] }>(AUTHORS, { ids, prints });
  return new Map(accounts.map((account) => [account.beneficiaryId, authorsOf(rows, account)]));
}

export function withoutAccountAuthor(query: Knex.QueryBuilder, pg: Knex, personId: string): void {
  void query.whereNotExists(
    pg(`${VERSIONS} AS wrote`)
      .where({ "wrote.writes_account": true, "wrote.deleted_at": null })
      .whereRaw("(wrote.beneficiary_id = book.id OR wrote.account_fingerprint = book.account_fingerprint)")
      .where((who) =>
        who
          .where("wrote.made_by", personId)
          .orWhere("wrote.made_by_owner", personId)
          .orWhereExists(
            pg("acquiring_payout_audit AS audit")
              .whereRaw("audit.beneficiary_id = wrote.beneficiary_id AND audit.version = wrote.number")
              .whereIn("audit.kind", ["created", "changed"])
              .where({ "audit.owner_id": personId, "audit.deleted_at": null }),
          ),
      ),
  );
}
