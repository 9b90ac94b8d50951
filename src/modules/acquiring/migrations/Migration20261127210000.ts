import { Migration } from "@medusajs/framework/mikro-orm/migrations";

const TIMES = `"created_at" timestamptz not null default now(),
    "updated_at" timestamptz not null default now(),
    "deleted_at" timestamptz null`;

const TABLES = [
  `create table if not exists "acquiring_dispute_case" (
    "id" text not null,
    "attempt_id" text not null,
    "due_at" timestamptz null,
    "answered_at" timestamptz null,
    "answered_by" text null,
    "note" text null,
    "version" integer not null,
    ${TIMES},
    constraint "acquiring_dispute_case_pkey" primary key ("id")
  );`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_dispute_case_deleted_at" ON "acquiring_dispute_case" (deleted_at) WHERE deleted_at IS NULL;`,
  `create table if not exists "acquiring_dispute_reminder" (
    "id" text not null,
    "attempt_id" text not null,
    "dispute_key" text not null,
    "due_at" timestamptz not null,
    "days_before" integer not null,
    ${TIMES},
    constraint "acquiring_dispute_reminder_pkey" primary key ("id")
  );`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_dispute_reminder_deleted_at" ON "acquiring_dispute_reminder" (deleted_at) WHERE deleted_at IS NULL;`,
];

const KINDS = ["payment", "attention_raised", "attention_resolved", "overview"];

const eventKinds = (kinds: readonly string[]): readonly string[] => [
  `alter table if exists "acquiring_event" drop constraint if exists "acquiring_event_kind_check";`,
  `alter table if exists "acquiring_event" add constraint "acquiring_event_kind_check" check ("kind" in ('${kinds.join("', '")}'));`,
];

/** What people enter about disputes, and their reminders; events of both and of saved cards. An older version ignores the tables. */
export class Migration20261127210000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`SET LOCAL lock_timeout = '2s';`);
    for (const sql of [...TABLES, ...eventKinds([...KINDS, "dispute_due", "saved_card"])]) this.addSql(sql);
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_acquiring_attempt_disputed" ON "acquiring_payment_attempt" (created_at) WHERE (disputes IS NOT NULL) AND (deleted_at IS NULL);`,
    );
  }

  /** Refused while there are payments, and once somebody entered something about a dispute. */
  override async down(): Promise<void> {
    this.addSql(`
      DO $$ BEGIN
        IF EXISTS (SELECT FROM acquiring_entry) THEN
          RAISE EXCEPTION 'There are records in acquiring_entry; the migration cannot be rolled back.' USING ERRCODE = 'restrict_violation';
        END IF;
        IF EXISTS (SELECT FROM acquiring_dispute_case) THEN
          RAISE EXCEPTION 'There are records in acquiring_dispute_case; the migration cannot be rolled back.' USING ERRCODE = 'restrict_violation';
        END IF;
      END $$;`);
    this.addSql(`drop index if exists "IDX_acquiring_attempt_disputed";`);
    for (const sql of eventKinds(KINDS)) this.addSql(sql);
    for (const table of ["dispute_case", "dispute_reminder"])
      this.addSql(`drop table if exists "acquiring_${table}" cascade;`);
  }
}
