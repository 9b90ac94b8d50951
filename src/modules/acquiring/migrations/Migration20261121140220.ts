import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/**
 * What the health page reads: exchanges with the gateway by the minute, when notifications
 * last came, and an index to the messages with a code that no table lists. Written by hand.
 */
export class Migration20261121140220 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `create table if not exists "acquiring_traffic_minute" ("id" text not null, "account" text not null, "operation" text not null, "minute" timestamptz not null, "requests" integer not null, "failed" integer not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "acquiring_traffic_minute_pkey" primary key ("id"));`,
    );
    this.addSql(
      `alter table "acquiring_traffic_minute" add column if not exists "histogram" integer[] not null default '{}';`,
    );
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_acquiring_traffic_minute_deleted_at" ON "acquiring_traffic_minute" ("deleted_at") WHERE deleted_at IS NULL;`,
    );
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_acquiring_traffic_account" ON "acquiring_traffic_minute" ("account", "minute") WHERE deleted_at IS NULL;`,
    );
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_acquiring_traffic_minute" ON "acquiring_traffic_minute" ("minute") WHERE deleted_at IS NULL;`,
    );
    this.addSql(
      `create table if not exists "acquiring_notification_pulse" ("account" text not null, "received_at" timestamptz not null, "verified_at" timestamptz null, "failed_at" timestamptz null, "failure" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "acquiring_notification_pulse_pkey" primary key ("account"));`,
    );
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_acquiring_notification_pulse_deleted_at" ON "acquiring_notification_pulse" ("deleted_at") WHERE deleted_at IS NULL;`,
    );
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_acquiring_inbox_unlisted" ON "acquiring_inbox_event" ("account", "received_at") WHERE facts @> '[{"reading": "unlisted"}]' AND deleted_at IS NULL;`,
    );
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_acquiring_inbox_unlisted";`);
    this.addSql(`drop table if exists "acquiring_notification_pulse" cascade;`);
    this.addSql(`drop table if exists "acquiring_traffic_minute" cascade;`);
  }
}
