import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261121074828 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `create table if not exists "acquiring_attention_item" ("id" text not null, "account" text not null, "kind" text not null, "subject" text not null, "attempt_id" text null, "message" text not null, "count" integer not null, "raised_at" timestamptz not null, "cleared_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "acquiring_attention_item_pkey" primary key ("id"));`,
    );
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_acquiring_attention_item_deleted_at" ON "acquiring_attention_item" ("deleted_at") WHERE deleted_at IS NULL;`,
    );
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_attention_open" ON "acquiring_attention_item" ("kind", "subject") WHERE cleared_at IS NULL AND deleted_at IS NULL;`,
    );
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_acquiring_attention_attempt" ON "acquiring_attention_item" ("attempt_id") WHERE deleted_at IS NULL;`,
    );

    this.addSql(
      `create table if not exists "acquiring_audit_record" ("id" text not null, "actor" text check ("actor" in ('shopper', 'admin', 'system', 'gateway')) not null, "actor_id" text null, "action" text not null, "attempt_id" text null, "operation_id" text null, "details" jsonb not null, "at" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "acquiring_audit_record_pkey" primary key ("id"));`,
    );
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_acquiring_audit_record_deleted_at" ON "acquiring_audit_record" ("deleted_at") WHERE deleted_at IS NULL;`,
    );
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_acquiring_audit_attempt" ON "acquiring_audit_record" ("attempt_id", "at") WHERE deleted_at IS NULL;`,
    );

    this.addSql(
      `create table if not exists "acquiring_entry" ("id" text not null, "attempt_id" text not null, "sequence" integer not null, "kind" text not null, "operation_id" text null, "inbox_event_id" text null, "amount" numeric null, "currency" text not null, "from_state" text not null, "to_state" text not null, "actor" text check ("actor" in ('shopper', 'admin', 'system', 'gateway')) not null, "source" text check ("source" in ('request', 'response', 'query', 'notify', 'return')) not null, "code" text null, "message" text null, "occurred_at" timestamptz not null, "raw_amount" jsonb null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "acquiring_entry_pkey" primary key ("id"));`,
    );
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_acquiring_entry_deleted_at" ON "acquiring_entry" ("deleted_at") WHERE deleted_at IS NULL;`,
    );
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_entry_attempt" ON "acquiring_entry" ("attempt_id", "sequence") WHERE deleted_at IS NULL;`,
    );

    this.addSql(
      `create table if not exists "acquiring_inbox_event" ("id" text not null, "account" text not null, "source" text check ("source" in ('response', 'query', 'notify', 'return')) not null, "digest" text not null, "content_type" text null, "body" text null, "facts" jsonb null, "signature" text check ("signature" in ('matched', 'mismatched', 'absent', 'not_applicable')) not null, "order_no" text null, "status" text check ("status" in ('pending', 'applied', 'refused')) not null, "result" text null, "tries" integer not null, "deliveries" integer not null, "next_try_at" timestamptz null, "received_at" timestamptz not null, "applied_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "acquiring_inbox_event_pkey" primary key ("id"));`,
    );
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_acquiring_inbox_event_deleted_at" ON "acquiring_inbox_event" ("deleted_at") WHERE deleted_at IS NULL;`,
    );
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_inbox_digest" ON "acquiring_inbox_event" ("digest") WHERE deleted_at IS NULL;`,
    );
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_acquiring_inbox_pending" ON "acquiring_inbox_event" ("next_try_at") WHERE status = 'pending' AND deleted_at IS NULL;`,
    );
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_acquiring_inbox_order_no" ON "acquiring_inbox_event" ("order_no") WHERE deleted_at IS NULL;`,
    );

    this.addSql(
      `create table if not exists "acquiring_operation" ("id" text not null, "attempt_id" text not null, "kind" text check ("kind" in ('authorise', 'capture', 'void', 'refund')) not null, "sequence" integer not null, "idempotency_key" text not null, "amount" numeric not null, "currency" text not null, "status" text check ("status" in ('sending', 'settled', 'pending', 'declined', 'not_sent', 'unknown')) not null, "actor" text check ("actor" in ('shopper', 'admin', 'system', 'gateway')) not null, "result_code" text null, "result_message" text null, "gateway_reference" text null, "sent_at" timestamptz not null, "concluded_at" timestamptz null, "booked" boolean not null, "raw_amount" jsonb not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "acquiring_operation_pkey" primary key ("id"));`,
    );
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_acquiring_operation_deleted_at" ON "acquiring_operation" ("deleted_at") WHERE deleted_at IS NULL;`,
    );
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_operation_attempt" ON "acquiring_operation" ("attempt_id", "sequence") WHERE deleted_at IS NULL;`,
    );
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_operation_key" ON "acquiring_operation" ("kind", "idempotency_key") WHERE deleted_at IS NULL;`,
    );
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_operation_open_kind" ON "acquiring_operation" ("attempt_id", "kind") WHERE status IN ('sending','unknown') AND deleted_at IS NULL;`,
    );
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_operation_open_settle" ON "acquiring_operation" ("attempt_id") WHERE kind IN ('capture','void') AND status IN ('sending','unknown') AND deleted_at IS NULL;`,
    );
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_operation_one_void" ON "acquiring_operation" ("attempt_id") WHERE kind = 'void' AND status IN ('sending','unknown','pending','settled') AND deleted_at IS NULL;`,
    );
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_operation_one_authorise" ON "acquiring_operation" ("attempt_id") WHERE kind = 'authorise' AND deleted_at IS NULL;`,
    );

    this.addSql(
      `create table if not exists "acquiring_payment_attempt" ("id" text not null, "account" text not null, "provider_id" text not null, "mode" text check ("mode" in ('card')) not null, "session_id" text not null, "cart_id" text null, "customer_id" text null, "order_no" text not null, "currency" text not null, "requested" numeric not null, "authorised" numeric not null, "captured" numeric not null, "refunded" numeric not null, "refund_pending" numeric not null, "state" text check ("state" in ('created', 'action_required', 'pending', 'unknown', 'authorised', 'captured', 'voided', 'declined', 'expired')) not null, "gateway_payment_id" text null, "card_mask" text null, "card_brand" text null, "risk" jsonb null, "three_ds" jsonb null, "result_code" text null, "result_message" text null, "action_url" text null, "version" integer not null, "projected_version" integer not null, "project_after" timestamptz null, "project_failures" integer not null, "next_check_at" timestamptz null, "checks" integer not null, "unknown_since" timestamptz null, "raw_requested" jsonb not null, "raw_authorised" jsonb not null, "raw_captured" jsonb not null, "raw_refunded" jsonb not null, "raw_refund_pending" jsonb not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "acquiring_payment_attempt_pkey" primary key ("id"), constraint acquiring_attempt_captured_within_authorised check (captured <= authorised), constraint acquiring_attempt_refunds_within_captured check (refunded + refund_pending <= captured), constraint acquiring_attempt_not_negative check (requested >= 0 AND authorised >= 0 AND captured >= 0 AND refunded >= 0 AND refund_pending >= 0));`,
    );
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_acquiring_payment_attempt_deleted_at" ON "acquiring_payment_attempt" ("deleted_at") WHERE deleted_at IS NULL;`,
    );
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_attempt_order_no" ON "acquiring_payment_attempt" ("order_no") WHERE deleted_at IS NULL;`,
    );
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_attempt_live_session" ON "acquiring_payment_attempt" ("session_id") WHERE state IN ('created','action_required','pending','unknown','authorised','captured') AND deleted_at IS NULL;`,
    );
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_attempt_gateway_id" ON "acquiring_payment_attempt" ("account", "gateway_payment_id") WHERE gateway_payment_id IS NOT NULL AND deleted_at IS NULL;`,
    );
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_acquiring_attempt_session" ON "acquiring_payment_attempt" ("session_id") WHERE deleted_at IS NULL;`,
    );
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_acquiring_attempt_cart" ON "acquiring_payment_attempt" ("cart_id") WHERE deleted_at IS NULL;`,
    );
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_acquiring_attempt_check" ON "acquiring_payment_attempt" ("next_check_at") WHERE next_check_at IS NOT NULL AND deleted_at IS NULL;`,
    );
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_acquiring_attempt_project" ON "acquiring_payment_attempt" ("project_after") WHERE project_after IS NOT NULL AND deleted_at IS NULL;`,
    );
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "acquiring_attention_item" cascade;`);

    this.addSql(`drop table if exists "acquiring_audit_record" cascade;`);

    this.addSql(`drop table if exists "acquiring_entry" cascade;`);

    this.addSql(`drop table if exists "acquiring_inbox_event" cascade;`);

    this.addSql(`drop table if exists "acquiring_operation" cascade;`);

    this.addSql(`drop table if exists "acquiring_payment_attempt" cascade;`);
  }
}
