import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/** The book of beneficiaries and the payouts to them; versions and the audit are kept as they are by the database's own word. Written by hand. */
const BENEFICIARY = '"acquiring_beneficiary"';
const VERSION = '"acquiring_beneficiary_version"';
const PAYOUT = '"acquiring_payout"';
const APPROVAL = '"acquiring_payout_approval"';
const AUDIT = '"acquiring_payout_audit"';
const IMPORT = '"acquiring_payout_import"';

const STAMPS =
  '"created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null';
const STATES =
  "('draft', 'submitted', 'approved', 'sending', 'pending', 'paid', 'failed', 'cancelled', 'held', 'unknown', 'rejected', 'expired', 'withdrawn')";

export class Migration20261122000200 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `create table if not exists ${BENEFICIARY} ("id" text not null, "origin_key" text null, "version" integer not null, "display_name" text not null, "entity_type" text check ("entity_type" in ('COMPANY', 'INDIVIDUAL')) not null, "country" text null, "currency" text null, "bank_name" text null, "account_mask" text not null, "account_fingerprint" text null, "customer_id" text null, "blocked_at" timestamptz null, "changed_at" timestamptz not null, "account_by" text not null, "account_by_owner" text null, ${STAMPS}, constraint "acquiring_beneficiary_pkey" primary key ("id"));`,
    );
    this.addSql(
      `create table if not exists ${VERSION} ("id" text not null, "beneficiary_id" text not null, "number" integer not null, "sealed" text not null, "key_id" text not null, "made_by" text not null, ${STAMPS}, constraint "acquiring_beneficiary_version_pkey" primary key ("id"));`,
    );
    this.addSql(
      `create table if not exists ${PAYOUT} ("id" text not null, "origin_key" text null, "state" text check ("state" in ${STATES}) not null, "account" text not null, "currency" text not null, "amount" numeric not null, "raw_amount" jsonb not null, "beneficiary_id" text not null, "beneficiary_version" integer not null, "beneficiary_name" text not null, "beneficiary_mask" text not null, "beneficiary_country" text null, "payment_method" text not null, "swift_charge_option" text null, "fee_paid_by" text null, "fund_source" text null, "source_amount" numeric null, "raw_source_amount" jsonb null, "source_currency" text null, "payment_date" text null, "reference" text not null, "reason" text null, "note" text null, "sealed" text not null, "key_id" text not null, "order_id" text null, "customer_id" text null, "import_id" text null, "import_line" integer null, "request_id" text not null, "payload_hash" text not null, "version" integer not null, "approvals" integer not null default 0, "created_by" text not null, "submitted_at" timestamptz null, "approved_at" timestamptz null, "expires_at" timestamptz null, "send_after" timestamptz null, "waits_for" text null, "claimed_at" timestamptz null, "finished_at" timestamptz null, "followed_version" integer null, "transaction_id" text null, "short_reference" text null, "decided_by" text null, "decided_verdict" text check ("decided_verdict" in ('paid', 'not_paid')) null, "decided_note" text null, "replaces_id" text null, ${STAMPS}, constraint "acquiring_payout_pkey" primary key ("id"), constraint "acquiring_payout_amount_above_zero" check ("amount" > 0));`,
    );
    this.addSql(
      `create table if not exists ${APPROVAL} ("id" text not null, "payout_id" text not null, "actor_id" text not null, "payload_hash" text not null, "note" text null, "at" timestamptz not null, "void_at" timestamptz null, ${STAMPS}, constraint "acquiring_payout_approval_pkey" primary key ("id"));`,
    );
    this.addSql(
      `create table if not exists ${AUDIT} ("id" text not null, "sequence" serial not null, "payout_id" text null, "beneficiary_id" text null, "kind" text not null, "version" integer not null, "actor" text check ("actor" in ('admin', 'gateway', 'system')) not null, "actor_id" text null, "owner_id" text null, "note" text null, "raw_status" text null, "at" timestamptz not null, ${STAMPS}, constraint "acquiring_payout_audit_pkey" primary key ("id"));`,
    );
    this.addSql(
      `create table if not exists ${IMPORT} ("id" text not null, "key" text not null, "content_hash" text not null, "actor_id" text not null, "finished_at" timestamptz null, ${STAMPS}, constraint "acquiring_payout_import_pkey" primary key ("id"));`,
    );
    for (const sql of INDEXES) this.addSql(sql);
    for (const sql of GUARDS) this.addSql(sql);
  }

  override async down(): Promise<void> {
    for (const table of [IMPORT, AUDIT, APPROVAL, PAYOUT, VERSION, BENEFICIARY])
      this.addSql(`drop table if exists ${table} cascade;`);
    for (const name of ["audit", "version", "payout"])
      this.addSql(`drop function if exists acquiring_payout_keep_${name}();`);
  }
}

const index = (name: string, on: string, where?: string): string =>
  `CREATE INDEX IF NOT EXISTS "${name}" ON ${on} WHERE ${where === undefined ? "" : `${where} AND `}deleted_at IS NULL;`;
const unique = (name: string, on: string, where?: string): string =>
  index(name, on, where).replace("CREATE INDEX", "CREATE UNIQUE INDEX");

const INDEXES = [
  ...["beneficiary", "beneficiary_version", "payout", "payout_approval", "payout_audit", "payout_import"].map((name) =>
    index(`IDX_acquiring_${name}_deleted_at`, `"acquiring_${name}" ("deleted_at")`),
  ),
  unique("IDX_acquiring_beneficiary_origin", `${BENEFICIARY} ("origin_key")`, "origin_key IS NOT NULL"),
  index(
    "IDX_acquiring_beneficiary_account",
    `${BENEFICIARY} ("account_fingerprint")`,
    "account_fingerprint IS NOT NULL",
  ),
  index("IDX_acquiring_beneficiary_customer", `${BENEFICIARY} ("customer_id")`, "customer_id IS NOT NULL"),
  index("IDX_acquiring_beneficiary_created", `${BENEFICIARY} ("created_at", "id")`),
  unique("IDX_acquiring_beneficiary_version_number", `${VERSION} ("beneficiary_id", "number")`),
  index("IDX_acquiring_beneficiary_version_key", `${VERSION} ("key_id")`),
  unique("IDX_acquiring_payout_origin", `${PAYOUT} ("origin_key")`, "origin_key IS NOT NULL"),
  unique("IDX_acquiring_payout_request", `${PAYOUT} ("request_id")`),
  index("IDX_acquiring_payout_state", `${PAYOUT} ("state", "created_at")`),
  index("IDX_acquiring_payout_created", `${PAYOUT} ("created_at", "id")`),
  index("IDX_acquiring_payout_beneficiary", `${PAYOUT} ("beneficiary_id", "created_at")`),
  index("IDX_acquiring_payout_spent", `${PAYOUT} ("currency", "claimed_at")`, "claimed_at IS NOT NULL"),
  index("IDX_acquiring_payout_source", `${PAYOUT} ("source_currency", "claimed_at")`, "source_amount IS NOT NULL"),
  index("IDX_acquiring_payout_order", `${PAYOUT} ("order_id")`, "order_id IS NOT NULL"),
  index("IDX_acquiring_payout_customer", `${PAYOUT} ("customer_id")`, "customer_id IS NOT NULL"),
  index("IDX_acquiring_payout_import", `${PAYOUT} ("import_id", "import_line")`, "import_id IS NOT NULL"),
  index("IDX_acquiring_payout_replaces", `${PAYOUT} ("replaces_id")`, "replaces_id IS NOT NULL"),
  index("IDX_acquiring_payout_key", `${PAYOUT} ("key_id")`),
  unique("IDX_acquiring_payout_approval_once", `${APPROVAL} ("payout_id", "actor_id")`, "void_at IS NULL"),
  index("IDX_acquiring_payout_audit_payout", `${AUDIT} ("payout_id", "at")`, "payout_id IS NOT NULL"),
  index("IDX_acquiring_payout_audit_beneficiary", `${AUDIT} ("beneficiary_id", "at")`, "beneficiary_id IS NOT NULL"),
  unique("IDX_acquiring_payout_import_key", `${IMPORT} ("key")`),
];

const guard = (name: string, table: string, when: string, each: "ROW" | "STATEMENT" = "ROW"): string[] => {
  const trigger = each === "ROW" ? `acquiring_keep_${name}` : `acquiring_no_truncate_${name}`;
  return [
    `DROP TRIGGER IF EXISTS ${trigger} ON ${table};`,
    `CREATE TRIGGER ${trigger} BEFORE ${when} ON ${table} FOR EACH ${each} EXECUTE FUNCTION acquiring_payout_keep_${name}();`,
  ];
};
const keep = (name: string, body: string): string =>
  `CREATE OR REPLACE FUNCTION acquiring_payout_keep_${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body} END $$;`;

/** Of a version only its seal may be made anew; a payout is never deleted and never gets another request id. */
const GUARDS = [
  keep("audit", "RAISE EXCEPTION 'The audit of payouts is appended to, never changed.';"),
  keep(
    "version",
    `IF TG_OP = 'UPDATE' AND (to_jsonb(NEW) - 'sealed' - 'key_id' - 'updated_at') = (to_jsonb(OLD) - 'sealed' - 'key_id' - 'updated_at') AND NEW.key_id <> OLD.key_id THEN RETURN NEW; END IF; RAISE EXCEPTION 'A version of a beneficiary is never changed; a change is a new version.';`,
  ),
  keep(
    "payout",
    `IF TG_OP = 'UPDATE' AND NEW.id = OLD.id AND NEW.request_id = OLD.request_id AND NEW.created_by = OLD.created_by AND NEW.deleted_at IS NULL THEN RETURN NEW; END IF; RAISE EXCEPTION 'A payout is never deleted, and keeps its request id.';`,
  ),
  ...guard("audit", AUDIT, "UPDATE OR DELETE"),
  ...guard("audit", AUDIT, "TRUNCATE", "STATEMENT"),
  ...guard("version", VERSION, "UPDATE OR DELETE"),
  ...guard("version", VERSION, "TRUNCATE", "STATEMENT"),
  ...guard("payout", PAYOUT, "UPDATE OR DELETE"),
  ...guard("payout", PAYOUT, "TRUNCATE", "STATEMENT"),
];
