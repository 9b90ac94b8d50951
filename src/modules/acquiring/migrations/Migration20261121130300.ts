import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/**
 * Why and by whom an attention item was closed, when it was looked at, the
 * counts of wrong signatures, and an index to authorisations that run out.
 */
export class Migration20261121130300 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `alter table if exists "acquiring_attention_item" add column if not exists "cleared_reason" text null, add column if not exists "cleared_by" text null, add column if not exists "cleared_note" text null, add column if not exists "looked_at" timestamptz null, add column if not exists "asked_at" timestamptz null;`,
    );
    this.addSql(
      `create table if not exists "acquiring_signature_count" ("id" text not null, "account" text not null, "source" text check ("source" in ('notification', 'answer')) not null, "minute" timestamptz not null, "total" integer not null, "mismatched" integer not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "acquiring_signature_count_pkey" primary key ("id"));`,
    );
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_acquiring_signature_count_deleted_at" ON "acquiring_signature_count" ("deleted_at") WHERE deleted_at IS NULL;`,
    );
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_acquiring_signature_count_minute" ON "acquiring_signature_count" ("minute") WHERE deleted_at IS NULL;`,
    );
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_acquiring_attempt_authorised" ON "acquiring_payment_attempt" ("created_at") WHERE state = 'authorised' AND deleted_at IS NULL;`,
    );
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_acquiring_attempt_authorised";`);
    this.addSql(`drop table if exists "acquiring_signature_count" cascade;`);
    this.addSql(
      `alter table if exists "acquiring_attention_item" drop column if exists "cleared_reason", drop column if exists "cleared_by", drop column if exists "cleared_note", drop column if exists "looked_at", drop column if exists "asked_at";`,
    );
  }
}
