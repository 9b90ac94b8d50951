import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { accountIdentity } from "../domain/mask";
import { isPayoutOver } from "../domain/states";
import type { PayoutRow } from "../rows";
import { BENEFICIARIES, VERSIONS } from "../store/beneficiary-table";
import { PAYOUT_COLUMNS, PAYOUTS } from "../store/payout-table";
import { runTransaction } from "../../acquiring";
import { contentOf, openPayout, sealPayout } from "./payload";
import { openDetails, sealAgain } from "./details";
import type { PayoutServiceContext } from "./service-context";

/** Re-encrypts older data row by row. Approved payouts stay approved: the old hash is verified before the new one. */
export async function rotateKeys(context: PayoutServiceContext, limit: number): Promise<number> {
  const versions = await oldOnes(context, VERSIONS, limit);
  const rows = await oldOnes(context, PAYOUTS, limit - versions.length);
  const payouts = new Set([...rows, ...(await context.approvals.ofOlderKeys(limit - versions.length - rows.length))]);
  const done = { count: 0, errors: new Array<unknown>() };
  for (const [ids, work] of [
    [versions, resealVersion],
    [payouts, resealPayout],
  ] as const) {
    for (const id of ids) {
      try {
        await runTransaction(context.pg, (trx) => work(context, trx, id));
        done.count += 1;
      } catch (error) {
        // A row that cannot be decrypted must not block the others.
        done.errors.push(error);
      }
    }
  }
  if (done.errors.length > 0) throw done.errors[0];
  return done.count;
}

/** In no order: a row that cannot be decrypted does not block the others. */
async function oldOnes({ pg, ring }: PayoutServiceContext, table: string, limit: number): Promise<string[]> {
  if (limit <= 0) return [];
  const rows = await pg(table)
    .whereNot({ key_id: ring.current })
    .orderByRaw("random()")
    .limit(limit)
    .select<{ id: string }[]>("id");
  return rows.map(({ id }) => id);
}

interface VersionRow {
  readonly id: string;
  readonly beneficiary_id: string;
  readonly number: number;
  readonly sealed: string;
}

async function resealVersion(context: PayoutServiceContext, trx: Knex, id: string): Promise<void> {
  const { ring, beneficiaryTable, now } = context;
  const row = await trx<VersionRow>(VERSIONS).where({ id }).whereNot({ key_id: ring.current }).forUpdate().first();
  if (!row) return;
  const { bank_details: bank } = await openDetails(context, trx, { id: row.beneficiary_id, number: row.number });
  const account = accountIdentity(bank);
  await trx(VERSIONS)
    .where({ id })
    .update({
      sealed: sealAgain(context, id, row.sealed),
      key_id: ring.current,
      // Needed to find the account's authors in every version, also after the older key is removed.
      account_fingerprint: account === null ? null : ring.fingerprint(account),
      updated_at: now(),
    });
  const current = await beneficiaryTable.byId(row.beneficiary_id, trx);
  if (account !== null && current?.version === row.number)
    await trx(BENEFICIARIES)
      .where({ id: row.beneficiary_id, version: row.number })
      .update({ account_fingerprint: ring.fingerprint(account) });
}

async function resealPayout(context: PayoutServiceContext, trx: Knex, id: string): Promise<void> {
  const { ring, payouts, approvals, now } = context;
  const row = await trx(PAYOUTS).where({ id }).forUpdate().first<PayoutRow | undefined>(PAYOUT_COLUMNS);
  if (!row) return;
  const { text, isAsHashed } = await contentOf(context, trx, row);
  const sealed = sealPayout(context, id, openPayout(context, id, await payouts.sealedOf(trx, id)));
  // A finished payout keeps its hash; one that does not match its hash never may.
  const hash = isAsHashed && !isPayoutOver(row.state) ? ring.hash(text) : row.payload_hash;
  await trx(PAYOUTS).where({ id }).update({ sealed, payload_hash: hash, key_id: ring.current, updated_at: now() });
  await approvals.signAgain(trx, id, { from: row.payload_hash, to: hash });
}
