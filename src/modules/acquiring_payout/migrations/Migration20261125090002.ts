import { Migration } from "@medusajs/framework/mikro-orm/migrations";

const FUNCTIONS = [
  // Refuses every change of the audit trail, except an erasure. Without the ledger's erasure function it refuses every change.
  `CREATE OR REPLACE FUNCTION acquiring_payout_keep_audit()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$ BEGIN IF TG_OP = 'UPDATE' AND to_regprocedure('acquiring_is_erasure(text,jsonb,jsonb)') IS NOT NULL THEN IF acquiring_is_erasure(TG_TABLE_NAME, to_jsonb(OLD), to_jsonb(NEW)) THEN RETURN NEW; END IF; END IF; RAISE EXCEPTION 'The audit trail of payouts is append-only and never changed.'; END $$;`,
  // A payout is never deleted and keeps its id, request id and author.
  `CREATE OR REPLACE FUNCTION acquiring_payout_keep_payout()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$ BEGIN IF TG_OP = 'UPDATE' AND NEW.id = OLD.id AND NEW.request_id = OLD.request_id AND NEW.created_by = OLD.created_by AND NEW.deleted_at IS NULL THEN RETURN NEW; END IF; RAISE EXCEPTION 'A payout is never deleted, and keeps its request id.'; END $$;`,
  // A beneficiary version never changes, except that a key rotation encrypts it again under another key.
  `CREATE OR REPLACE FUNCTION acquiring_payout_keep_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$ BEGIN IF TG_OP = 'UPDATE' AND (to_jsonb(NEW) - 'sealed' - 'key_id' - 'updated_at' - 'account_fingerprint') = (to_jsonb(OLD) - 'sealed' - 'key_id' - 'updated_at' - 'account_fingerprint') AND NEW.key_id <> OLD.key_id THEN RETURN NEW; END IF; RAISE EXCEPTION 'A version of a beneficiary is never changed; a change is a new version.'; END $$;`,
];

/** Each table with its indexes. */
const TABLES = [
  `create table if not exists "acquiring_beneficiary" (
    "id" text not null,
    "origin_key" text null,
    "version" integer not null,
    "display_name" text not null,
    "entity_type" text not null check ("entity_type" in ('COMPANY', 'INDIVIDUAL')),
    "country" text null,
    "currency" text null,
    "bank_name" text null,
    "account_mask" text not null,
    "account_fingerprint" text null,
    "customer_id" text null,
    "blocked_at" timestamptz null,
    "changed_at" timestamptz not null,
    "account_by" text not null,
    "account_by_owner" text null,
    "created_at" timestamptz not null default now(),
    "updated_at" timestamptz not null default now(),
    "deleted_at" timestamptz null,
    constraint "acquiring_beneficiary_pkey" primary key ("id")
  );`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_beneficiary_account" ON "acquiring_beneficiary" (account_fingerprint) WHERE (account_fingerprint IS NOT NULL) AND (deleted_at IS NULL);`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_beneficiary_created" ON "acquiring_beneficiary" (created_at, id) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_beneficiary_customer" ON "acquiring_beneficiary" (customer_id) WHERE (customer_id IS NOT NULL) AND (deleted_at IS NULL);`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_beneficiary_deleted_at" ON "acquiring_beneficiary" (deleted_at) WHERE deleted_at IS NULL;`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_beneficiary_origin" ON "acquiring_beneficiary" (origin_key) WHERE (origin_key IS NOT NULL) AND (deleted_at IS NULL);`,

  `create table if not exists "acquiring_beneficiary_version" (
    "id" text not null,
    "beneficiary_id" text not null,
    "number" integer not null,
    "sealed" text not null,
    "key_id" text not null,
    "made_by" text not null,
    "made_by_owner" text null,
    "writes_account" boolean not null default true,
    "account_fingerprint" text null,
    "created_at" timestamptz not null default now(),
    "updated_at" timestamptz not null default now(),
    "deleted_at" timestamptz null,
    constraint "acquiring_beneficiary_version_pkey" primary key ("id")
  );`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_beneficiary_version_account" ON "acquiring_beneficiary_version" (account_fingerprint) WHERE (account_fingerprint IS NOT NULL) AND writes_account AND (deleted_at IS NULL);`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_beneficiary_version_deleted_at" ON "acquiring_beneficiary_version" (deleted_at) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_beneficiary_version_key" ON "acquiring_beneficiary_version" (key_id) WHERE deleted_at IS NULL;`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_beneficiary_version_number" ON "acquiring_beneficiary_version" (beneficiary_id, number) WHERE deleted_at IS NULL;`,

  `create table if not exists "acquiring_payout" (
    "id" text not null,
    "origin_key" text null,
    "state" text not null check ("state" in ('draft', 'submitted', 'approved', 'sending', 'pending', 'paid', 'failed', 'cancelled', 'held', 'unknown', 'rejected', 'expired', 'withdrawn')),
    "account" text not null,
    "currency" text not null,
    "amount" numeric not null,
    "raw_amount" jsonb not null,
    "beneficiary_id" text not null,
    "beneficiary_version" integer not null,
    "beneficiary_name" text not null,
    "beneficiary_mask" text not null,
    "beneficiary_country" text null,
    "payment_method" text not null,
    "swift_charge_option" text null,
    "fee_paid_by" text null,
    "fund_source" text null,
    "source_amount" numeric null,
    "raw_source_amount" jsonb null,
    "source_currency" text null,
    "payment_date" text null,
    "reference" text not null,
    "reason" text null,
    "note" text null,
    "sealed" text not null,
    "key_id" text not null,
    "order_id" text null,
    "customer_id" text null,
    "import_id" text null,
    "import_line" integer null,
    "request_id" text not null,
    "payload_hash" text not null,
    "version" integer not null,
    "approvals" integer not null default 0,
    "created_by" text not null,
    "submitted_at" timestamptz null,
    "approved_at" timestamptz null,
    "expires_at" timestamptz null,
    "send_after" timestamptz null,
    "waits_for" text null,
    "claimed_at" timestamptz null,
    "finished_at" timestamptz null,
    "synced_version" integer null,
    "transaction_id" text null,
    "short_reference" text null,
    "decided_by" text null,
    "decided_result" text null check ("decided_result" in ('paid', 'not_paid')),
    "decided_note" text null,
    "replaces_id" text null,
    "created_at" timestamptz not null default now(),
    "updated_at" timestamptz not null default now(),
    "deleted_at" timestamptz null,
    constraint "acquiring_payout_pkey" primary key ("id"),
    constraint acquiring_payout_amount_above_zero check (amount > (0)::numeric)
  );`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_payout_beneficiary" ON "acquiring_payout" (beneficiary_id, created_at) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_payout_created" ON "acquiring_payout" (created_at, id) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_payout_customer" ON "acquiring_payout" (customer_id) WHERE (customer_id IS NOT NULL) AND (deleted_at IS NULL);`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_payout_deleted_at" ON "acquiring_payout" (deleted_at) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_payout_import" ON "acquiring_payout" (import_id, import_line) WHERE (import_id IS NOT NULL) AND (deleted_at IS NULL);`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_payout_key" ON "acquiring_payout" (key_id) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_payout_order" ON "acquiring_payout" (order_id) WHERE (order_id IS NOT NULL) AND (deleted_at IS NULL);`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_payout_origin" ON "acquiring_payout" (origin_key) WHERE (origin_key IS NOT NULL) AND (deleted_at IS NULL);`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_payout_replaces" ON "acquiring_payout" (replaces_id) WHERE (replaces_id IS NOT NULL) AND (deleted_at IS NULL);`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_payout_request" ON "acquiring_payout" (request_id) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_payout_source" ON "acquiring_payout" (source_currency, claimed_at) WHERE (source_amount IS NOT NULL) AND (deleted_at IS NULL);`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_payout_spent" ON "acquiring_payout" (currency, claimed_at) WHERE (claimed_at IS NOT NULL) AND (deleted_at IS NULL);`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_payout_state" ON "acquiring_payout" (state, created_at) WHERE deleted_at IS NULL;`,

  `create table if not exists "acquiring_payout_approval" (
    "id" text not null,
    "payout_id" text not null,
    "actor_id" text not null,
    "payload_hash" text not null,
    "version" integer null,
    "seal" text null,
    "note" text null,
    "at" timestamptz not null,
    "void_at" timestamptz null,
    "created_at" timestamptz not null default now(),
    "updated_at" timestamptz not null default now(),
    "deleted_at" timestamptz null,
    constraint "acquiring_payout_approval_pkey" primary key ("id")
  );`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_payout_approval_deleted_at" ON "acquiring_payout_approval" (deleted_at) WHERE deleted_at IS NULL;`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_payout_approval_once" ON "acquiring_payout_approval" (payout_id, actor_id) WHERE (void_at IS NULL) AND (deleted_at IS NULL);`,

  `create table if not exists "acquiring_payout_audit" (
    "id" text not null,
    "sequence" serial not null,
    "payout_id" text null,
    "beneficiary_id" text null,
    "kind" text not null,
    "version" integer not null,
    "actor" text not null check ("actor" in ('admin', 'gateway', 'system')),
    "actor_id" text null,
    "owner_id" text null,
    "note" text null,
    "raw_status" text null,
    "at" timestamptz not null,
    "created_at" timestamptz not null default now(),
    "updated_at" timestamptz not null default now(),
    "deleted_at" timestamptz null,
    constraint "acquiring_payout_audit_pkey" primary key ("id")
  );`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_payout_audit_beneficiary" ON "acquiring_payout_audit" (beneficiary_id, at) WHERE (beneficiary_id IS NOT NULL) AND (deleted_at IS NULL);`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_payout_audit_deleted_at" ON "acquiring_payout_audit" (deleted_at) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_payout_audit_payout" ON "acquiring_payout_audit" (payout_id, at) WHERE (payout_id IS NOT NULL) AND (deleted_at IS NULL);`,

  `create table if not exists "acquiring_payout_import" (
    "id" text not null,
    "key" text not null,
    "content_hash" text not null,
    "actor_id" text not null,
    "finished_at" timestamptz null,
    "created_at" timestamptz not null default now(),
    "updated_at" timestamptz not null default now(),
    "deleted_at" timestamptz null,
    constraint "acquiring_payout_import_pkey" primary key ("id")
  );`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_payout_import_deleted_at" ON "acquiring_payout_import" (deleted_at) WHERE deleted_at IS NULL;`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_payout_import_key" ON "acquiring_payout_import" (key) WHERE deleted_at IS NULL;`,
];

const TRIGGERS = [
  `CREATE OR REPLACE TRIGGER acquiring_keep_version BEFORE UPDATE OR DELETE ON "acquiring_beneficiary_version" FOR EACH ROW EXECUTE FUNCTION acquiring_payout_keep_version();`,
  `CREATE OR REPLACE TRIGGER acquiring_no_truncate_version BEFORE TRUNCATE ON "acquiring_beneficiary_version" FOR EACH STATEMENT EXECUTE FUNCTION acquiring_payout_keep_version();`,
  `CREATE OR REPLACE TRIGGER acquiring_keep_payout BEFORE UPDATE OR DELETE ON "acquiring_payout" FOR EACH ROW EXECUTE FUNCTION acquiring_payout_keep_payout();`,
  `CREATE OR REPLACE TRIGGER acquiring_no_truncate_payout BEFORE TRUNCATE ON "acquiring_payout" FOR EACH STATEMENT EXECUTE FUNCTION acquiring_payout_keep_payout();`,
  `CREATE OR REPLACE TRIGGER acquiring_keep_audit BEFORE UPDATE OR DELETE ON "acquiring_payout_audit" FOR EACH ROW EXECUTE FUNCTION acquiring_payout_keep_audit();`,
  `CREATE OR REPLACE TRIGGER acquiring_no_truncate_audit BEFORE TRUNCATE ON "acquiring_payout_audit" FOR EACH STATEMENT EXECUTE FUNCTION acquiring_payout_keep_audit();`,
];

/** Their rows cannot be made again, so the tables are not dropped while there is one. */
const IRREPLACEABLE = [
  "acquiring_payout",
  "acquiring_payout_approval",
  "acquiring_payout_audit",
  "acquiring_payout_import",
  "acquiring_beneficiary",
  "acquiring_beneficiary_version",
];

const refuseRollback = (tables: readonly string[]): string => `
  DO $$ DECLARE kept text; has_rows boolean; BEGIN
    FOREACH kept IN ARRAY ARRAY['${tables.join("', '")}'] LOOP
      EXECUTE format('SELECT EXISTS (SELECT FROM %I)', kept) INTO has_rows;
      IF has_rows THEN
        RAISE EXCEPTION 'There are records in %; the migration cannot be rolled back.', kept USING ERRCODE = 'restrict_violation';
      END IF;
    END LOOP;
  END $$;`;

/**
 * The tables of payouts and beneficiaries. Triggers keep beneficiary versions, the audit trail, and the identity of each payout unchanged.
 * Written by hand; `modules/migrations` compares it with the models.
 */
export class Migration20261125090002 extends Migration {
  override async up(): Promise<void> {
    for (const sql of [...TABLES, ...FUNCTIONS, ...TRIGGERS]) this.addSql(sql);
  }

  /** Refused while there are records: a rollback must not delete what happened to money. */
  override async down(): Promise<void> {
    this.addSql(refuseRollback(IRREPLACEABLE));
    for (const table of [
      "acquiring_beneficiary",
      "acquiring_beneficiary_version",
      "acquiring_payout",
      "acquiring_payout_approval",
      "acquiring_payout_audit",
      "acquiring_payout_import",
    ])
      this.addSql(`drop table if exists "${table}" cascade;`);
    for (const name of [
      "acquiring_payout_keep_audit()",
      "acquiring_payout_keep_payout()",
      "acquiring_payout_keep_version()",
    ])
      this.addSql(`drop function if exists ${name};`);
  }
}
