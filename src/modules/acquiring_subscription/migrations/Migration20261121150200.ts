import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/** Plans, contracts, their charges and what happened to them; the last append-only by the database's own word. Written by hand. */
const PLAN = '"acquiring_plan"';
const CONTRACT = '"acquiring_contract"';
const CHARGE = '"acquiring_charge"';
const EVENT = '"acquiring_contract_event"';
const TASK = '"acquiring_contract_task"';

const STAMPS =
  '"created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null';
const ACTOR = "in ('shopper', 'admin', 'gateway', 'system')";
const INTERVAL = `"interval" text check ("interval" in ('day', 'week', 'month', 'year')) not null`;
const CYCLES =
  '"billing_cycles" integer null, "promotion_cycles" integer null, "starts_on" text null, "ends_on" text null, "price_id" text null';

export class Migration20261121150200 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `create table if not exists ${PLAN} ("id" text not null, "variant_id" text not null, "name" text not null, "amounts" jsonb not null, ${INTERVAL}, "interval_count" integer not null, ${CYCLES}, ${STAMPS}, constraint "acquiring_plan_pkey" primary key ("id"));`,
    );
    this.addSql(
      `create table if not exists ${CONTRACT} ("id" text not null, "attempt_id" text null, "session_id" text not null, "account" text not null, "recurring_id" text null, "state" text check ("state" in ('pending', 'active', 'cancelling', 'cancelled', 'ended', 'failed')) not null, "customer_id" text null, "email" text null, "cart_id" text null, "order_id" text null, "variant_id" text not null, "product_id" text null, "product_title" text null, "variant_title" text null, "thumbnail" text null, "quantity" integer not null, "currency" text not null, "amount" numeric not null, "raw_amount" jsonb not null, "name" text not null, ${INTERVAL}, "interval_count" integer not null, ${CYCLES}, "anchor" timestamptz not null, "next_charge_at" timestamptz null, "next_check_at" timestamptz null, "gateway_status" text check ("gateway_status" in ('active', 'inactive', 'unlisted')) null, "said_at" timestamptz null, "overdue" boolean not null default false, "paid_charges" integer not null default 0, "cancel_key" text null, "cancel_actor" text check ("cancel_actor" ${ACTOR}) null, "cancel_actor_id" text null, "cancelled_at" timestamptz null, ${STAMPS}, constraint "acquiring_contract_pkey" primary key ("id"));`,
    );
    this.addSql(
      `create table if not exists ${CHARGE} ("id" text not null, "contract_id" text not null, "number" integer not null, "attempt_id" text not null, "state" text check ("state" in ('pending', 'paid', 'declined', 'refunded')) not null, "currency" text not null, "amount" numeric not null, "raw_amount" jsonb not null, "gateway_payment_id" text null, "message" text null, "charged_at" timestamptz not null, "order_id" text null, "order_state" text check ("order_state" in ('due', 'held', 'made', 'none')) not null, ${STAMPS}, constraint "acquiring_charge_pkey" primary key ("id"));`,
    );
    this.addSql(
      `create table if not exists ${EVENT} ("id" text not null, "contract_id" text not null, "key" text not null, "kind" text not null, "actor" text check ("actor" ${ACTOR}) not null, "actor_id" text null, "number" integer null, "amount" text null, "order_id" text null, "note" text null, "at" timestamptz not null, ${STAMPS}, constraint "acquiring_contract_event_pkey" primary key ("id"));`,
    );
    this.addSql(
      `create table if not exists ${TASK} ("id" text not null, "contract_id" text not null, "key" text not null, "kind" text check ("kind" in ('created', 'renewal', 'renewal_failed', 'cancelled')) not null, "charge_id" text null, "due_at" timestamptz null, "lease_until" timestamptz null, "failures" integer not null default 0, ${STAMPS}, constraint "acquiring_contract_task_pkey" primary key ("id"));`,
    );
    for (const sql of INDEXES) this.addSql(sql);
    this.addSql(
      `CREATE OR REPLACE FUNCTION acquiring_contract_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'What happened to a contract is appended to, never changed.'; END $$;`,
    );
    this.addSql(`DROP TRIGGER IF EXISTS acquiring_append_only ON ${EVENT};`);
    this.addSql(
      `CREATE TRIGGER acquiring_append_only BEFORE UPDATE OR DELETE ON ${EVENT} FOR EACH ROW EXECUTE FUNCTION acquiring_contract_refuse_change();`,
    );
    this.addSql(`DROP TRIGGER IF EXISTS acquiring_no_truncate ON ${EVENT};`);
    this.addSql(
      `CREATE TRIGGER acquiring_no_truncate BEFORE TRUNCATE ON ${EVENT} FOR EACH STATEMENT EXECUTE FUNCTION acquiring_contract_refuse_change();`,
    );
  }

  override async down(): Promise<void> {
    for (const table of [TASK, EVENT, CHARGE, CONTRACT, PLAN]) this.addSql(`drop table if exists ${table} cascade;`);
    this.addSql(`drop function if exists acquiring_contract_refuse_change();`);
  }
}

const index = (name: string, on: string, where?: string): string =>
  `CREATE INDEX IF NOT EXISTS "${name}" ON ${on} WHERE ${where === undefined ? "" : `${where} AND `}deleted_at IS NULL;`;
const unique = (name: string, on: string, where?: string): string =>
  index(name, on, where).replace("CREATE INDEX", "CREATE UNIQUE INDEX");

const INDEXES = [
  ...["plan", "contract", "charge", "contract_event", "contract_task"].map((name) =>
    index(`IDX_acquiring_${name}_deleted_at`, `"acquiring_${name}" ("deleted_at")`),
  ),
  unique("IDX_acquiring_plan_variant", `${PLAN} ("variant_id")`),
  unique("IDX_acquiring_contract_attempt", `${CONTRACT} ("attempt_id")`, "attempt_id IS NOT NULL"),
  index("IDX_acquiring_contract_draft", `${CONTRACT} ("created_at")`, "attempt_id IS NULL"),
  unique("IDX_acquiring_contract_recurring", `${CONTRACT} ("account", "recurring_id")`, "recurring_id IS NOT NULL"),
  index("IDX_acquiring_contract_check", `${CONTRACT} ("next_check_at", "id")`, "next_check_at IS NOT NULL"),
  index("IDX_acquiring_contract_created", `${CONTRACT} ("created_at", "id")`),
  index("IDX_acquiring_contract_state", `${CONTRACT} ("state", "created_at")`),
  index("IDX_acquiring_contract_next", `${CONTRACT} ("next_charge_at")`),
  index("IDX_acquiring_contract_customer", `${CONTRACT} ("customer_id", "created_at")`),
  index("IDX_acquiring_contract_variant", `${CONTRACT} ("variant_id", "state")`),
  index("IDX_acquiring_contract_order", `${CONTRACT} ("order_id")`, "order_id IS NOT NULL"),
  index("IDX_acquiring_contract_cart", `${CONTRACT} ("cart_id")`, "cart_id IS NOT NULL"),
  index("IDX_acquiring_contract_overdue", `${CONTRACT} ("created_at")`, "overdue"),
  unique("IDX_acquiring_charge_attempt", `${CHARGE} ("attempt_id")`),
  unique("IDX_acquiring_charge_number", `${CHARGE} ("contract_id", "number")`),
  index("IDX_acquiring_charge_order", `${CHARGE} ("order_id")`, "order_id IS NOT NULL"),
  unique("IDX_acquiring_contract_event_once", `${EVENT} ("contract_id", "key")`),
  unique("IDX_acquiring_contract_task_once", `${TASK} ("contract_id", "key")`),
  index("IDX_acquiring_contract_task_due", `${TASK} ("due_at")`, "due_at IS NOT NULL"),
  index("IDX_acquiring_contract_event_at", `${EVENT} ("contract_id", "at")`),
];
