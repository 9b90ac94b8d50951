import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/** Many captures at once: a run, and an item for each payment. Written by hand. */
const STAMPS = `"created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null`;

export class Migration20261121140102 extends Migration {
  override async up(): Promise<void> {
    [
      `create table if not exists "acquiring_bulk_run" ("id" text not null, "key" text not null, "created_by" text not null, "total" integer not null, "ended" integer not null, "leased_until" timestamptz not null, "finished_at" timestamptz null, ${STAMPS}, constraint "acquiring_bulk_run_pkey" primary key ("id"));`,
      `CREATE INDEX IF NOT EXISTS "IDX_acquiring_bulk_run_deleted_at" ON "acquiring_bulk_run" ("deleted_at") WHERE deleted_at IS NULL;`,
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_bulk_run_key" ON "acquiring_bulk_run" ("key") WHERE deleted_at IS NULL;`,
      `CREATE INDEX IF NOT EXISTS "IDX_acquiring_bulk_run_created" ON "acquiring_bulk_run" ("created_at") WHERE deleted_at IS NULL;`,
      `CREATE INDEX IF NOT EXISTS "IDX_acquiring_bulk_run_open" ON "acquiring_bulk_run" ("leased_until") WHERE finished_at IS NULL AND deleted_at IS NULL;`,
      `create table if not exists "acquiring_bulk_item" ("id" text not null, "run_id" text not null, "attempt_id" text not null, "place" integer not null, "number" integer null, "amount" numeric null, "outcome" text check ("outcome" in ('done', 'pending', 'refused', 'unknown', 'not_sent')) null, "code" text null, "message" text null, "raw_amount" jsonb null, ${STAMPS}, constraint "acquiring_bulk_item_pkey" primary key ("id"));`,
      `CREATE INDEX IF NOT EXISTS "IDX_acquiring_bulk_item_deleted_at" ON "acquiring_bulk_item" ("deleted_at") WHERE deleted_at IS NULL;`,
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_bulk_item_place" ON "acquiring_bulk_item" ("run_id", "place") WHERE deleted_at IS NULL;`,
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_bulk_item_number" ON "acquiring_bulk_item" ("run_id", "number") WHERE number IS NOT NULL AND deleted_at IS NULL;`,
    ].forEach((sql) => {
      this.addSql(sql);
    });
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "acquiring_bulk_item" cascade;`);
    this.addSql(`drop table if exists "acquiring_bulk_run" cascade;`);
  }
}
