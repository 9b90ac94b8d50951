import { Migration } from "@medusajs/framework/mikro-orm/migrations";

const TIMES = `"created_at" timestamptz not null default now(),
    "updated_at" timestamptz not null default now(),
    "deleted_at" timestamptz null`;

const TABLES = [
  `create table if not exists "acquiring_notification_settings" (
    "id" text not null,
    "version" integer not null,
    "bell" jsonb not null,
    "roles" jsonb not null,
    "saved_by" text not null,
    ${TIMES},
    constraint "acquiring_notification_settings_pkey" primary key ("id")
  );`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_notification_settings_deleted_at" ON "acquiring_notification_settings" (deleted_at) WHERE deleted_at IS NULL;`,
  `create table if not exists "acquiring_staff_notification" (
    "id" text not null,
    "role" text not null,
    "channel" text check ("channel" in ('bell', 'email', 'webhook')) not null,
    "recipient" text not null,
    "topic" text not null,
    "item" text not null,
    "fact" jsonb not null,
    "due_at" timestamptz not null,
    "message_id" text null,
    ${TIMES},
    constraint "acquiring_staff_notification_pkey" primary key ("id")
  );`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_staff_notification_deleted_at" ON "acquiring_staff_notification" (deleted_at) WHERE deleted_at IS NULL;`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_staff_notification_waiting" ON "acquiring_staff_notification" (role, channel, recipient, topic, item) WHERE (message_id IS NULL) AND (deleted_at IS NULL);`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_staff_notification_due" ON "acquiring_staff_notification" (due_at) WHERE (message_id IS NULL) AND (deleted_at IS NULL);`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_staff_notification_message" ON "acquiring_staff_notification" (message_id) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_staff_notification_item" ON "acquiring_staff_notification" (item) WHERE deleted_at IS NULL;`,
  `create table if not exists "acquiring_staff_message" (
    "id" text not null,
    "role" text not null,
    "channel" text check ("channel" in ('bell', 'email', 'webhook')) not null,
    "recipient" text not null,
    "status" text check ("status" in ('waiting', 'sent', 'failed')) not null default 'waiting',
    "title" text not null,
    "items" integer not null,
    "due_at" timestamptz not null,
    "tries" integer not null default 0,
    "sent_at" timestamptz null,
    "problem" text null,
    ${TIMES},
    constraint "acquiring_staff_message_pkey" primary key ("id")
  );`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_staff_message_deleted_at" ON "acquiring_staff_message" (deleted_at) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_staff_message_due" ON "acquiring_staff_message" (due_at) WHERE (status = 'waiting') AND (deleted_at IS NULL);`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_staff_message_created" ON "acquiring_staff_message" (created_at) WHERE deleted_at IS NULL;`,
];

/** Who in the store is told of what, and what they were told. An older version ignores these tables. */
export class Migration20261127190000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`SET LOCAL lock_timeout = '2s';`);
    for (const sql of TABLES) this.addSql(sql);
  }

  /** Refused while there are payments, and once somebody said whom to tell. */
  override async down(): Promise<void> {
    this.addSql(`
      DO $$ BEGIN
        IF EXISTS (SELECT FROM acquiring_entry) THEN
          RAISE EXCEPTION 'There are records in acquiring_entry; the migration cannot be rolled back.' USING ERRCODE = 'restrict_violation';
        END IF;
        IF EXISTS (SELECT FROM acquiring_notification_settings) THEN
          RAISE EXCEPTION 'There are records in acquiring_notification_settings; the migration cannot be rolled back.' USING ERRCODE = 'restrict_violation';
        END IF;
      END $$;`);
    for (const table of ["staff_message", "staff_notification", "notification_settings"])
      this.addSql(`drop table if exists "acquiring_${table}" cascade;`);
  }
}
