import { Migration } from "@medusajs/framework/mikro-orm/migrations";

const STATEMENTS = [
  `create table if not exists "acquiring_customer_message" (
    "id" text not null,
    "kind" text check ("kind" in ('voucher_reminder', 'declined_later', 'refund_completed', 'card_expiring')) not null,
    "subject" text not null,
    "attempt_id" text null,
    "saved_card_id" text null,
    "minor" text null,
    "status" text check ("status" in ('waiting', 'sent', 'dropped', 'failed')) not null default 'waiting',
    "due_at" timestamptz not null,
    "tries" integer not null default 0,
    "sent_at" timestamptz null,
    "problem" text null,
    "created_at" timestamptz not null default now(),
    "updated_at" timestamptz not null default now(),
    "deleted_at" timestamptz null,
    constraint "acquiring_customer_message_pkey" primary key ("id")
  );`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_customer_message_deleted_at" ON "acquiring_customer_message" (deleted_at) WHERE deleted_at IS NULL;`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_customer_message_subject" ON "acquiring_customer_message" (kind, subject) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_customer_message_due" ON "acquiring_customer_message" (due_at) WHERE (status = 'waiting') AND (deleted_at IS NULL);`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_customer_message_created" ON "acquiring_customer_message" (created_at) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_saved_card_expiry" ON "acquiring_saved_card" (expiry_year, expiry_month) WHERE (removed_at IS NULL) AND (deleted_at IS NULL);`,
];

/** E-mails to customers, and which saved cards expire. An older version ignores the table. */
export class Migration20261127230000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`SET LOCAL lock_timeout = '2s';`);
    for (const sql of STATEMENTS) this.addSql(sql);
  }

  /** Refused while there are payments. */
  override async down(): Promise<void> {
    this.addSql(`
      DO $$ BEGIN
        IF EXISTS (SELECT FROM acquiring_entry) THEN
          RAISE EXCEPTION 'There are records in acquiring_entry; the migration cannot be rolled back.' USING ERRCODE = 'restrict_violation';
        END IF;
      END $$;`);
    this.addSql(`drop index if exists "IDX_acquiring_saved_card_expiry";`);
    this.addSql(`drop table if exists "acquiring_customer_message" cascade;`);
  }
}
