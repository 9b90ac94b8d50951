import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/** Refund proposals, and the approvals of refunds that need two people. An older version ignores them. */
const STATEMENTS = [
  `SET LOCAL lock_timeout = '2s';`,
  `create table if not exists "acquiring_refund_proposal" (
    "id" text not null,
    "order_id" text not null,
    "currency" text not null,
    "amount" numeric not null,
    "refunds" integer not null,
    "order_version" integer not null,
    "announced_at" timestamptz null,
    "dismissed_at" timestamptz null,
    "dismissed_by" text null,
    "due_at" timestamptz null,
    "tries" integer not null default 0,
    "stopped" text null,
    "raw_amount" jsonb not null,
    "created_at" timestamptz not null default now(),
    "updated_at" timestamptz not null default now(),
    "deleted_at" timestamptz null,
    constraint "acquiring_refund_proposal_pkey" primary key ("id")
  );`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_refund_proposal_deleted_at" ON "acquiring_refund_proposal" (deleted_at) WHERE deleted_at IS NULL;`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_refund_proposal_order" ON "acquiring_refund_proposal" (order_id) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_refund_proposal_due" ON "acquiring_refund_proposal" (due_at) WHERE (due_at IS NOT NULL) AND (deleted_at IS NULL);`,
  `create table if not exists "acquiring_refund_approval" (
    "id" text not null,
    "fingerprint" text not null,
    "order_id" text null,
    "attempt_id" text null,
    "currency" text not null,
    "amount" numeric not null,
    "actor_id" text not null,
    "at" timestamptz not null,
    "raw_amount" jsonb not null,
    "created_at" timestamptz not null default now(),
    "updated_at" timestamptz not null default now(),
    "deleted_at" timestamptz null,
    constraint "acquiring_refund_approval_pkey" primary key ("id")
  );`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_refund_approval_deleted_at" ON "acquiring_refund_approval" (deleted_at) WHERE deleted_at IS NULL;`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_refund_approval_once" ON "acquiring_refund_approval" (fingerprint, actor_id) WHERE deleted_at IS NULL;`,
  `CREATE OR REPLACE TRIGGER acquiring_append_only BEFORE UPDATE OR DELETE ON "acquiring_refund_approval" FOR EACH ROW EXECUTE FUNCTION acquiring_refuse_change();`,
  `CREATE OR REPLACE TRIGGER acquiring_no_truncate BEFORE TRUNCATE ON "acquiring_refund_approval" FOR EACH STATEMENT EXECUTE FUNCTION acquiring_refuse_change();`,
];

export class Migration20261127074500 extends Migration {
  override async up(): Promise<void> {
    for (const sql of STATEMENTS) this.addSql(sql);
  }

  /** Refused while there are payments, as before, and while people decided something that cannot be computed again. */
  override async down(): Promise<void> {
    this.addSql(`
      DO $$ BEGIN
        IF EXISTS (SELECT FROM acquiring_entry) THEN
          RAISE EXCEPTION 'There are records in acquiring_entry; the migration cannot be rolled back.' USING ERRCODE = 'restrict_violation';
        END IF;
        IF EXISTS (SELECT FROM acquiring_refund_approval) THEN
          RAISE EXCEPTION 'There are records in acquiring_refund_approval; the migration cannot be rolled back.' USING ERRCODE = 'restrict_violation';
        END IF;
        IF EXISTS (SELECT FROM acquiring_refund_proposal WHERE dismissed_at IS NOT NULL OR stopped IS NOT NULL) THEN
          RAISE EXCEPTION 'There are records in acquiring_refund_proposal; the migration cannot be rolled back.' USING ERRCODE = 'restrict_violation';
        END IF;
      END $$;`);
    this.addSql(`drop table if exists "acquiring_refund_proposal" cascade;`);
    this.addSql(`drop table if exists "acquiring_refund_approval" cascade;`);
  }
}
