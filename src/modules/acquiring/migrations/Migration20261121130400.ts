import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/** A row for each comparison of the gateway, the ledger and Medusa. Written by hand. */
export class Migration20261121130400 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `create table if not exists "acquiring_reconciliation_run" ("id" text not null, "started_by" text not null, "started_at" timestamptz not null, "finished_at" timestamptz null, "account" text null, "range_from" timestamptz not null, "range_to" timestamptz not null, "examined" integer not null, "in_flight" integer not null, "differences" integer not null, "applied" integer not null, "error" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "acquiring_reconciliation_run_pkey" primary key ("id"));`,
    );
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_acquiring_reconciliation_run_deleted_at" ON "acquiring_reconciliation_run" ("deleted_at") WHERE deleted_at IS NULL;`,
    );
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_acquiring_reconciliation_started" ON "acquiring_reconciliation_run" ("started_at") WHERE deleted_at IS NULL;`,
    );
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "acquiring_reconciliation_run" cascade;`);
  }
}
