import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/**
 * Each version of a beneficiary says whether it wrote the account, who is behind its author, and by what the account is found again. Of a
 * version made before, its author counts as an author of the account: what it changed is sealed. What else it lacks is read from the audit
 * and the book. Written by hand.
 */
const VERSION = '"acquiring_beneficiary_version"';
const COLUMNS = ["made_by_owner", "writes_account", "account_fingerprint"];

/** With the fingerprint only what a rotation of the keys makes anew may change: all that depends on the key, and with another key. */
const keepVersion = (resealed: readonly string[]): string => {
  const without = (row: string): string => [`to_jsonb(${row})`, ...resealed.map((column) => `'${column}'`)].join(" - ");
  return `CREATE OR REPLACE FUNCTION acquiring_payout_keep_version() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF TG_OP = 'UPDATE' AND (${without("NEW")}) = (${without("OLD")}) AND NEW.key_id <> OLD.key_id THEN RETURN NEW; END IF; RAISE EXCEPTION 'A version of a beneficiary is never changed; a change is a new version.'; END $$;`;
};
/** A card number in a note can be erased; the function is of the ledger's migrations, and without them every change is refused. */
const keepAudit = (before: string): string =>
  `CREATE OR REPLACE FUNCTION acquiring_payout_keep_audit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${before} RAISE EXCEPTION 'The audit of payouts is appended to, never changed.'; END $$;`;
const ERASURE =
  "IF TG_OP = 'UPDATE' AND to_regprocedure('acquiring_is_erasure(text,jsonb,jsonb)') IS NOT NULL THEN IF acquiring_is_erasure(TG_TABLE_NAME, to_jsonb(OLD), to_jsonb(NEW)) THEN RETURN NEW; END IF; END IF;";
const SEAL = ["sealed", "key_id", "updated_at"];

export class Migration20261124120400 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `alter table if exists ${VERSION} add column if not exists "made_by_owner" text null, add column if not exists "writes_account" boolean not null default true, add column if not exists "account_fingerprint" text null;`,
    );
    this.addSql(keepAudit(ERASURE));
    this.addSql(keepVersion([...SEAL, "account_fingerprint"]));
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_acquiring_beneficiary_version_account" ON ${VERSION} ("account_fingerprint") WHERE account_fingerprint IS NOT NULL AND writes_account AND deleted_at IS NULL;`,
    );
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_acquiring_beneficiary_version_account";`);
    this.addSql(keepAudit(""));
    this.addSql(keepVersion(SEAL));
    this.addSql(
      `alter table if exists ${VERSION} ${COLUMNS.map((column) => `drop column if exists "${column}"`).join(", ")};`,
    );
  }
}
