import { Migration } from "@medusajs/framework/mikro-orm/migrations";

const FUNCTIONS = [
  // Refuses every change of an event, except an erasure. Without the ledger's erasure function it refuses every change.
  `CREATE OR REPLACE FUNCTION acquiring_subscription_refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$ BEGIN IF TG_OP = 'UPDATE' AND to_regprocedure('acquiring_is_erasure(text,jsonb,jsonb)') IS NOT NULL THEN IF acquiring_is_erasure(TG_TABLE_NAME, to_jsonb(OLD), to_jsonb(NEW)) THEN RETURN NEW; END IF; END IF; RAISE EXCEPTION 'The history of a subscription is append-only and never changed.'; END $$;`,
];

/** Each table with its indexes. */
const TABLES = [
  `create table if not exists "acquiring_charge" (
    "id" text not null,
    "subscription_id" text not null,
    "number" integer not null,
    "attempt_id" text not null,
    "state" text not null check ("state" in ('pending', 'authorised', 'paid', 'declined', 'refunded')),
    "currency" text not null,
    "amount" numeric not null,
    "raw_amount" jsonb not null,
    "gateway_payment_id" text null,
    "message" text null,
    "charged_at" timestamptz not null,
    "order_id" text null,
    "order_state" text not null check ("order_state" in ('due', 'held', 'made', 'none')),
    "created_at" timestamptz not null default now(),
    "updated_at" timestamptz not null default now(),
    "deleted_at" timestamptz null,
    constraint "acquiring_charge_pkey" primary key ("id")
  );`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_charge_attempt" ON "acquiring_charge" (attempt_id) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_charge_deleted_at" ON "acquiring_charge" (deleted_at) WHERE deleted_at IS NULL;`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_charge_number" ON "acquiring_charge" (subscription_id, number) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_charge_order" ON "acquiring_charge" (order_id) WHERE (order_id IS NOT NULL) AND (deleted_at IS NULL);`,

  `create table if not exists "acquiring_subscription" (
    "id" text not null,
    "attempt_id" text null,
    "session_id" text not null,
    "account" text not null,
    "recurring_id" text null,
    "state" text not null check ("state" in ('pending', 'active', 'cancelling', 'cancelled', 'ended', 'failed')),
    "customer_id" text null,
    "email" text null,
    "cart_id" text null,
    "order_id" text null,
    "variant_id" text not null,
    "product_id" text null,
    "product_title" text null,
    "variant_title" text null,
    "thumbnail" text null,
    "quantity" integer not null,
    "currency" text not null,
    "amount" numeric not null,
    "raw_amount" jsonb not null,
    "name" text not null,
    "interval" text not null check ("interval" in ('day', 'week', 'month', 'year')),
    "interval_count" integer not null,
    "billing_cycles" integer null,
    "promotion_cycles" integer null,
    "starts_on" text null,
    "ends_on" text null,
    "price_id" text null,
    "anchor" timestamptz not null,
    "next_charge_at" timestamptz null,
    "next_check_at" timestamptz null,
    "gateway_status" text null check ("gateway_status" in ('active', 'inactive', 'unmapped')),
    "reported_at" timestamptz null,
    "overdue" boolean not null default false,
    "paid_charges" integer not null default 0,
    "cancel_key" text null,
    "cancel_actor" text null check ("cancel_actor" in ('customer', 'admin', 'gateway', 'system')),
    "cancel_actor_id" text null,
    "cancelled_at" timestamptz null,
    "created_at" timestamptz not null default now(),
    "updated_at" timestamptz not null default now(),
    "deleted_at" timestamptz null,
    constraint "acquiring_subscription_pkey" primary key ("id")
  );`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_subscription_attempt" ON "acquiring_subscription" (attempt_id) WHERE (attempt_id IS NOT NULL) AND (deleted_at IS NULL);`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_subscription_cart" ON "acquiring_subscription" (cart_id) WHERE (cart_id IS NOT NULL) AND (deleted_at IS NULL);`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_subscription_check" ON "acquiring_subscription" (next_check_at, id) WHERE (next_check_at IS NOT NULL) AND (deleted_at IS NULL);`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_subscription_created" ON "acquiring_subscription" (created_at, id) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_subscription_customer" ON "acquiring_subscription" (customer_id, created_at) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_subscription_deleted_at" ON "acquiring_subscription" (deleted_at) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_subscription_draft" ON "acquiring_subscription" (created_at) WHERE (attempt_id IS NULL) AND (deleted_at IS NULL);`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_subscription_email" ON "acquiring_subscription" (email) WHERE (email IS NOT NULL) AND (deleted_at IS NULL);`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_subscription_next" ON "acquiring_subscription" (next_charge_at) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_subscription_number" ON "acquiring_subscription" (recurring_id) WHERE (recurring_id IS NOT NULL) AND (deleted_at IS NULL);`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_subscription_order" ON "acquiring_subscription" (order_id) WHERE (order_id IS NOT NULL) AND (deleted_at IS NULL);`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_subscription_overdue" ON "acquiring_subscription" (created_at) WHERE overdue AND (deleted_at IS NULL);`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_subscription_recurring" ON "acquiring_subscription" (account, recurring_id) WHERE (recurring_id IS NOT NULL) AND (deleted_at IS NULL);`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_subscription_state" ON "acquiring_subscription" (state, created_at) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_subscription_variant" ON "acquiring_subscription" (variant_id, state) WHERE deleted_at IS NULL;`,

  `create table if not exists "acquiring_subscription_event" (
    "id" text not null,
    "subscription_id" text not null,
    "key" text not null,
    "kind" text not null,
    "actor" text not null check ("actor" in ('customer', 'admin', 'gateway', 'system')),
    "actor_id" text null,
    "number" integer null,
    "amount" text null,
    "order_id" text null,
    "note" text null,
    "at" timestamptz not null,
    "created_at" timestamptz not null default now(),
    "updated_at" timestamptz not null default now(),
    "deleted_at" timestamptz null,
    constraint "acquiring_subscription_event_pkey" primary key ("id")
  );`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_subscription_event_at" ON "acquiring_subscription_event" (subscription_id, at) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_subscription_event_deleted_at" ON "acquiring_subscription_event" (deleted_at) WHERE deleted_at IS NULL;`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_subscription_event_once" ON "acquiring_subscription_event" (subscription_id, key) WHERE deleted_at IS NULL;`,

  `create table if not exists "acquiring_subscription_task" (
    "id" text not null,
    "subscription_id" text not null,
    "key" text not null,
    "kind" text not null check ("kind" in ('created', 'renewal', 'renewal_failed', 'cancelled')),
    "charge_id" text null,
    "due_at" timestamptz null,
    "failures" integer not null default 0,
    "created_at" timestamptz not null default now(),
    "updated_at" timestamptz not null default now(),
    "deleted_at" timestamptz null,
    constraint "acquiring_subscription_task_pkey" primary key ("id")
  );`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_subscription_task_charge" ON "acquiring_subscription_task" (charge_id) WHERE (charge_id IS NOT NULL) AND (deleted_at IS NULL);`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_subscription_task_deleted_at" ON "acquiring_subscription_task" (deleted_at) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_subscription_task_due" ON "acquiring_subscription_task" (due_at) WHERE (due_at IS NOT NULL) AND (deleted_at IS NULL);`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_subscription_task_once" ON "acquiring_subscription_task" (subscription_id, key) WHERE deleted_at IS NULL;`,

  `create table if not exists "acquiring_plan" (
    "id" text not null,
    "variant_id" text not null,
    "name" text not null,
    "amounts" jsonb not null,
    "interval" text not null check ("interval" in ('day', 'week', 'month', 'year')),
    "interval_count" integer not null,
    "billing_cycles" integer null,
    "promotion_cycles" integer null,
    "starts_on" text null,
    "ends_on" text null,
    "price_id" text null,
    "created_at" timestamptz not null default now(),
    "updated_at" timestamptz not null default now(),
    "deleted_at" timestamptz null,
    constraint "acquiring_plan_pkey" primary key ("id")
  );`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_plan_deleted_at" ON "acquiring_plan" (deleted_at) WHERE deleted_at IS NULL;`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_plan_variant" ON "acquiring_plan" (variant_id) WHERE deleted_at IS NULL;`,
];

const TRIGGERS = [
  `CREATE OR REPLACE TRIGGER acquiring_append_only BEFORE UPDATE OR DELETE ON "acquiring_subscription_event" FOR EACH ROW EXECUTE FUNCTION acquiring_subscription_refuse_change();`,
  `CREATE OR REPLACE TRIGGER acquiring_no_truncate BEFORE TRUNCATE ON "acquiring_subscription_event" FOR EACH STATEMENT EXECUTE FUNCTION acquiring_subscription_refuse_change();`,
];

/** Their rows cannot be made again, so the tables are not dropped while there is one. */
const IRREPLACEABLE = ["acquiring_subscription", "acquiring_subscription_event", "acquiring_charge", "acquiring_plan"];

const refuseRollback = (tables: readonly string[]): string => `
  DO $$ DECLARE kept text; has_rows boolean; BEGIN
    FOREACH kept IN ARRAY ARRAY['${tables.join("', '")}'] LOOP
      EXECUTE format('SELECT EXISTS (SELECT FROM %I)', kept) INTO has_rows;
      IF has_rows THEN
        RAISE EXCEPTION 'There are records in %; the migration cannot be rolled back.', kept USING ERRCODE = 'restrict_violation';
      END IF;
    END LOOP;
  END $$;`;

/**
 * The tables of the subscriptions. Events of a subscription are append-only: a trigger refuses every change but the erasure of a card number.
 * Written by hand; `modules/migrations` compares it with the models.
 */
export class Migration20261125090001 extends Migration {
  override async up(): Promise<void> {
    for (const sql of [...TABLES, ...FUNCTIONS, ...TRIGGERS]) this.addSql(sql);
  }

  /** Refused while there are records: a rollback must not delete what happened to money. */
  override async down(): Promise<void> {
    this.addSql(refuseRollback(IRREPLACEABLE));
    for (const table of [
      "acquiring_charge",
      "acquiring_subscription",
      "acquiring_subscription_event",
      "acquiring_subscription_task",
      "acquiring_plan",
    ])
      this.addSql(`drop table if exists "${table}" cascade;`);
    for (const name of ["acquiring_subscription_refuse_change()"]) this.addSql(`drop function if exists ${name};`);
  }
}
