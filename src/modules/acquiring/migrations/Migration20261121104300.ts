import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261121104300 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `create table if not exists "acquiring_saved_card" ("id" text not null, "account" text not null, "customer_id" text not null, "token" text not null, "mask" text not null, "brand" text null, "expiry_month" text not null, "expiry_year" text not null, "holder_first_name" text not null, "holder_last_name" text not null, "last_used_at" timestamptz null, "refused_at" timestamptz null, "refused_code" text null, "removed_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "acquiring_saved_card_pkey" primary key ("id"), constraint acquiring_saved_card_no_number check (token !~ '(^|[^0-9])[0-9]{12,19}([^0-9]|\$)' AND mask !~ '(^|[^0-9])[0-9]{12,19}([^0-9]|\$)'), constraint acquiring_saved_card_masked check (mask ~ '^[0-9]{0,6}[*]+[0-9]{4}\$'), constraint acquiring_saved_card_expiry check (expiry_month ~ '^(0[1-9]|1[0-2])\$' AND expiry_year ~ '^20[0-9]{2}\$'), constraint acquiring_saved_card_words check ((holder_first_name || ' ' || holder_last_name || ' ' || coalesce(brand, '')) !~ '[0-9]{6}'), constraint acquiring_saved_card_token_gone check (removed_at IS NULL OR token LIKE 'removed:%'));`,
    );
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_acquiring_saved_card_deleted_at" ON "acquiring_saved_card" ("deleted_at") WHERE deleted_at IS NULL;`,
    );
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_saved_card_token" ON "acquiring_saved_card" ("account", "token") WHERE removed_at IS NULL AND deleted_at IS NULL;`,
    );
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_acquiring_saved_card_customer" ON "acquiring_saved_card" ("customer_id") WHERE removed_at IS NULL AND deleted_at IS NULL;`,
    );

    this.addSql(
      `create table if not exists "acquiring_velocity" ("key" text not null, "account" text not null, "scope" text check ("scope" in ('session', 'cart', 'customer', 'address', 'card')) not null, "forget_after" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "acquiring_velocity_pkey" primary key ("key"));`,
    );
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_acquiring_velocity_deleted_at" ON "acquiring_velocity" ("deleted_at") WHERE deleted_at IS NULL;`,
    );
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_acquiring_velocity_forget" ON "acquiring_velocity" ("forget_after") WHERE deleted_at IS NULL;`,
    );

    this.addSql(
      `alter table if exists "acquiring_payment_attempt" drop constraint if exists "acquiring_payment_attempt_mode_check";`,
    );

    this.addSql(
      `alter table if exists "acquiring_payment_attempt" add column if not exists "method" text null, add column if not exists "has_account" boolean not null default false, add column if not exists "handoff" jsonb null, add column if not exists "presentation" text null, add column if not exists "return_to" text null, add column if not exists "opened_at" timestamptz null, add column if not exists "returned_at" timestamptz null, add column if not exists "cancelled_at" timestamptz null, add column if not exists "action_expires_at" timestamptz null, add column if not exists "pending_expires_at" timestamptz null, add column if not exists "remind_at" timestamptz null, add column if not exists "three_ds_required" boolean not null default false, add column if not exists "keep_card" jsonb null, add column if not exists "saved_card_id" text null, add column if not exists "is_late" boolean not null default false, add column if not exists "reverse_at" timestamptz null, add column if not exists "reversal_reason" text null, add column if not exists "reversal_tries" integer not null default 0;`,
    );
    this.addSql(
      `alter table if exists "acquiring_payment_attempt" add constraint "acquiring_payment_attempt_mode_check" check("mode" in ('card', 'checkout', 'apm'));`,
    );
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_acquiring_attempt_created" ON "acquiring_payment_attempt" ("created_at") WHERE deleted_at IS NULL;`,
    );
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_acquiring_attempt_reverse" ON "acquiring_payment_attempt" ("reverse_at") WHERE reverse_at IS NOT NULL AND deleted_at IS NULL;`,
    );
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_acquiring_attempt_remind" ON "acquiring_payment_attempt" ("remind_at") WHERE remind_at IS NOT NULL AND deleted_at IS NULL;`,
    );
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "acquiring_saved_card" cascade;`);

    this.addSql(`drop table if exists "acquiring_velocity" cascade;`);

    this.addSql(
      `alter table if exists "acquiring_payment_attempt" drop constraint if exists "acquiring_payment_attempt_mode_check";`,
    );

    this.addSql(`drop index if exists "IDX_acquiring_attempt_created";`);
    this.addSql(`drop index if exists "IDX_acquiring_attempt_reverse";`);
    this.addSql(`drop index if exists "IDX_acquiring_attempt_remind";`);
    this.addSql(
      `alter table if exists "acquiring_payment_attempt" drop column if exists "method", drop column if exists "has_account", drop column if exists "handoff", drop column if exists "presentation", drop column if exists "return_to", drop column if exists "opened_at", drop column if exists "returned_at", drop column if exists "cancelled_at", drop column if exists "action_expires_at", drop column if exists "pending_expires_at", drop column if exists "remind_at", drop column if exists "three_ds_required", drop column if exists "keep_card", drop column if exists "saved_card_id", drop column if exists "is_late", drop column if exists "reverse_at", drop column if exists "reversal_reason", drop column if exists "reversal_tries";`,
    );

    this.addSql(
      `alter table if exists "acquiring_payment_attempt" add constraint "acquiring_payment_attempt_mode_check" check("mode" in ('card'));`,
    );
  }
}
