import { Migration } from "@medusajs/framework/mikro-orm/migrations";

const TABLE = [
  `create table if not exists "acquiring_capture_policy" (
    "id" text not null,
    "version" integer not null,
    "rules" jsonb not null,
    "saved_by" text not null,
    "created_at" timestamptz not null default now(),
    "updated_at" timestamptz not null default now(),
    "deleted_at" timestamptz null,
    constraint "acquiring_capture_policy_pkey" primary key ("id")
  );`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_capture_policy_deleted_at" ON "acquiring_capture_policy" (deleted_at) WHERE deleted_at IS NULL;`,
];

const DUE = [
  `ALTER TABLE "acquiring_payment_attempt" ADD COLUMN IF NOT EXISTS "policy_due_at" timestamptz null;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_attempt_policy" ON "acquiring_payment_attempt" (policy_due_at) WHERE (state IN ('authorised', 'captured') AND captured < authorised) AND (deleted_at IS NULL);`,
];

/** The capture policy: its versions, and when it looks at a payment. An older version ignores both, and captures nothing by itself. */
export class Migration20261127071000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`SET LOCAL lock_timeout = '2s';`);
    for (const sql of [...TABLE, ...DUE]) this.addSql(sql);
  }

  /** Refused while there are payments: who changed the policy, and what it was, would be lost. */
  override async down(): Promise<void> {
    this.addSql(`
      DO $$ BEGIN
        IF EXISTS (SELECT FROM acquiring_entry) THEN
          RAISE EXCEPTION 'There are records in acquiring_entry; the migration cannot be rolled back.' USING ERRCODE = 'restrict_violation';
        END IF;
        IF EXISTS (SELECT FROM acquiring_capture_policy) THEN
          RAISE EXCEPTION 'There are records in acquiring_capture_policy; the migration cannot be rolled back.' USING ERRCODE = 'restrict_violation';
        END IF;
      END $$;`);
    this.addSql(`drop index if exists "IDX_acquiring_attempt_policy";`);
    this.addSql(`alter table "acquiring_payment_attempt" drop column if exists "policy_due_at";`);
    this.addSql(`drop table if exists "acquiring_capture_policy" cascade;`);
  }
}
