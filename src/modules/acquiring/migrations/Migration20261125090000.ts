import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/** Table and field of every text in which a card number may be erased. */
const ERASABLE = [
  "('acquiring_audit_record', 'details')",
  "('acquiring_entry', 'code')",
  "('acquiring_entry', 'message')",
  "('acquiring_review_vote', 'note')",
  "('acquiring_payout_send_event', 'code')",
  "('acquiring_payout_send_event', 'message')",
  "('acquiring_payout_send_event', 'note')",
  "('acquiring_payout_send_event', 'raw_status')",
  "('acquiring_payout_audit', 'note')",
  "('acquiring_payout_audit', 'raw_status')",
  "('acquiring_subscription_event', 'note')",
  "('acquiring_inbox_event', 'body')",
  "('acquiring_inbox_event', 'facts')",
  "('acquiring_inbox_event', 'result')",
  "('acquiring_attention_item', 'message')",
  "('acquiring_attention_item', 'cleared_note')",
  "('acquiring_payment_attempt', 'return_to')",
  "('acquiring_payout', 'note')",
  "('acquiring_payout', 'decided_note')",
  "('acquiring_payout_approval', 'note')",
  "('refund', 'note')",
].join(", ");
/** Tables whose rows never change otherwise: an erasure keeps a digest of the row. */
const APPEND_ONLY = [
  "'acquiring_audit_record'",
  "'acquiring_entry'",
  "'acquiring_review_vote'",
  "'acquiring_payout_send_event'",
  "'acquiring_payout_audit'",
  "'acquiring_subscription_event'",
].join(", ");

const FUNCTIONS = [
  // True when the new text differs from the old one only by digits that became asterisks. A body is Base64 and compared decoded.
  `CREATE OR REPLACE FUNCTION acquiring_only_masks(field text, before text, after text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $$
   BEGIN
     IF before IS NULL OR after IS NULL THEN RETURN false; END IF;
     IF field = 'body' THEN
       before := convert_from(decode(before, 'base64'), 'LATIN1');
       after := convert_from(decode(after, 'base64'), 'LATIN1');
     END IF;
     RETURN before <> after AND NOT EXISTS (
       SELECT FROM unnest(string_to_array(before, NULL), string_to_array(after, NULL)) AS pair(b, a)
       WHERE a IS DISTINCT FROM b AND (a IS DISTINCT FROM '*' OR b !~ '^[0-9]$'));
   END $$;`,
  // True when the change of this row is an erasure that the same transaction has recorded.
  `CREATE OR REPLACE FUNCTION acquiring_is_erasure(tab text, before jsonb, after jsonb)
 RETURNS boolean
 LANGUAGE sql
AS $$
     SELECT EXISTS (SELECT FROM acquiring_erasure AS erasure
       WHERE erasure.table_name = tab AND erasure.row_id = before->>'id' AND erasure.txid = txid_current()::text
         AND (tab, erasure.field) IN (${ERASABLE})
         AND before - erasure.field = after - erasure.field
         AND acquiring_only_masks(erasure.field, before->>erasure.field, after->>erasure.field)) $$;`,
  // The only way to erase a field. Records the erasure, changes the row, and returns how many digits were replaced.
  `CREATE OR REPLACE FUNCTION acquiring_erase(erasure text, tab text, row_key text, field text, value text, who text, why text)
 RETURNS integer
 LANGUAGE plpgsql
 SET "TimeZone" TO 'UTC'
AS $$
   DECLARE before jsonb; after jsonb; columns jsonb; digits integer; kind text := 'text';
   BEGIN
     IF (tab, field) NOT IN (${ERASABLE}) THEN
       RAISE EXCEPTION 'The field %.% cannot be erased.', tab, field USING ERRCODE = 'restrict_violation';
     END IF;
     EXECUTE format('SELECT to_jsonb(t) FROM %I AS t WHERE t.id = $1 FOR UPDATE', tab) INTO before USING row_key;
     IF before IS NULL THEN RAISE EXCEPTION 'There is no row % in %.', row_key, tab USING ERRCODE = 'no_data_found'; END IF;
     IF jsonb_typeof(before->field) IN ('object', 'array') THEN
       kind := 'jsonb';
       after := jsonb_set(before, ARRAY[field], value::jsonb);
     ELSE
       after := jsonb_set(before, ARRAY[field], to_jsonb(value));
     END IF;
     IF NOT acquiring_only_masks(field, before->>field, after->>field) THEN
       RAISE EXCEPTION 'An erasure replaces digits by asterisks, and nothing else.' USING ERRCODE = 'restrict_violation';
     END IF;
     IF field = 'body' THEN
       SELECT count(*) INTO digits FROM unnest(string_to_array(convert_from(decode(before->>field, 'base64'), 'LATIN1'), NULL),
         string_to_array(convert_from(decode(value, 'base64'), 'LATIN1'), NULL)) AS pair(b, a) WHERE a <> b;
     ELSE
       SELECT count(*) INTO digits FROM unnest(string_to_array(before->>field, NULL),
         string_to_array(after->>field, NULL)) AS pair(b, a) WHERE a <> b;
     END IF;
     IF tab IN (${APPEND_ONLY}) THEN SELECT jsonb_agg(key) INTO columns FROM jsonb_object_keys(after) AS key; END IF;
     INSERT INTO acquiring_erasure (id, table_name, row_id, field, digits, row_digest, row_columns, actor, reason, txid, at)
     VALUES (erasure, tab, row_key, field, digits, CASE WHEN columns IS NULL THEN NULL ELSE acquiring_row_digest(after, columns) END,
       columns, who, why, txid_current()::text, now());
     EXECUTE format('UPDATE %I SET %I = CAST($1 AS %s) WHERE id = $2', tab, field, kind) USING after->>field, row_key;
     RETURN digits;
   END $$;`,
  // Returns one line for each row that changed after its last erasure and for each disabled append-only trigger; nothing when all is intact.
  `CREATE OR REPLACE FUNCTION acquiring_erasure_problems()
 RETURNS SETOF text
 LANGUAGE plpgsql
 SET "TimeZone" TO 'UTC'
AS $$
   DECLARE last acquiring_erasure%ROWTYPE; row_now jsonb; off text;
   BEGIN
     FOR last IN SELECT DISTINCT ON (table_name, row_id) * FROM acquiring_erasure WHERE row_digest IS NOT NULL
       ORDER BY table_name, row_id, at DESC, id DESC LOOP
       row_now := NULL;
       IF to_regclass(last.table_name) IS NOT NULL THEN
         EXECUTE format('SELECT to_jsonb(t) FROM %I AS t WHERE t.id = $1', last.table_name) INTO row_now USING last.row_id;
       END IF;
       IF row_now IS NULL OR acquiring_row_digest(row_now, last.row_columns) IS DISTINCT FROM last.row_digest THEN
         RETURN NEXT format('%s %s is not as the erasure %s left it', last.table_name, last.row_id, last.id);
       END IF;
     END LOOP;
     FOR off IN SELECT tgrelid::regclass::text FROM pg_trigger
       WHERE tgname IN ('acquiring_append_only', 'acquiring_keep_audit') AND tgenabled = 'D' LOOP
       RETURN NEXT format('%s: the trigger that keeps its rows is disabled', off);
     END LOOP;
   END $$;`,
  // Refuses every change of a row, except an erasure.
  `CREATE OR REPLACE FUNCTION acquiring_refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
   BEGIN
     IF TG_OP = 'UPDATE' THEN
       IF acquiring_is_erasure(TG_TABLE_NAME, to_jsonb(OLD), to_jsonb(NEW)) THEN RETURN NEW; END IF;
     END IF;
     RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
   END $$;`,
  // Refuses to send while a recovery of the account is open.
  `CREATE OR REPLACE FUNCTION acquiring_refuse_in_recovery()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
  DECLARE
    of_account text;
  BEGIN
    PERFORM pg_advisory_xact_lock_shared(7031001);
    IF NOT EXISTS (SELECT 1 FROM acquiring_recovery WHERE finished_at IS NULL AND deleted_at IS NULL) THEN
      RETURN NEW;
    END IF;
    IF TG_TABLE_NAME = 'acquiring_payout_send' THEN
      of_account := NEW.account;
    ELSE
      SELECT account INTO of_account FROM acquiring_payment_attempt WHERE id = NEW.attempt_id;
    END IF;
    IF EXISTS (SELECT 1 FROM acquiring_recovery WHERE account IN (of_account, '*') AND finished_at IS NULL AND deleted_at IS NULL) THEN
      RAISE EXCEPTION 'commits may have been lost: nothing is sent until recovery has ended' USING ERRCODE = 'AQ031';
    END IF;
    RETURN NEW;
  END $$;`,
  // A payout send keeps its payout, request id, account, currency and amount.
  `CREATE OR REPLACE FUNCTION acquiring_refuse_other_payout()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
  BEGIN
    IF (NEW.id, NEW.payout_id, NEW.request_id, NEW.account, NEW.currency, NEW.amount)
       IS DISTINCT FROM (OLD.id, OLD.payout_id, OLD.request_id, OLD.account, OLD.currency, OLD.amount) THEN
      RAISE EXCEPTION 'what a payout''s send is about cannot be changed' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
  END $$;`,
  // SHA-256 of the named columns of a row.
  `CREATE OR REPLACE FUNCTION acquiring_row_digest(row_now jsonb, columns jsonb)
 RETURNS text
 LANGUAGE sql
AS $$
     SELECT encode(sha256(convert_to(jsonb_object_agg(key, value)::text, 'UTF8')), 'hex')
     FROM jsonb_each(row_now) WHERE jsonb_exists(columns, key) $$;`,
];

/** Each table with its indexes. */
const TABLES = [
  `create table if not exists "acquiring_account_identity" (
    "id" text not null,
    "account" text not null,
    "identity" text not null,
    "created_at" timestamptz not null default now(),
    "updated_at" timestamptz not null default now(),
    "deleted_at" timestamptz null,
    constraint "acquiring_account_identity_pkey" primary key ("id")
  );`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_account_identity_account" ON "acquiring_account_identity" (account) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_account_identity_deleted_at" ON "acquiring_account_identity" (deleted_at) WHERE deleted_at IS NULL;`,

  `create table if not exists "acquiring_attention_item" (
    "id" text not null,
    "account" text not null,
    "kind" text not null,
    "subject" text not null,
    "attempt_id" text null,
    "message" text not null,
    "count" integer not null,
    "raised_at" timestamptz not null,
    "cleared_at" timestamptz null,
    "cleared_reason" text null,
    "cleared_by" text null,
    "cleared_note" text null,
    "evaluated_at" timestamptz null,
    "queried_at" timestamptz null,
    "created_at" timestamptz not null default now(),
    "updated_at" timestamptz not null default now(),
    "deleted_at" timestamptz null,
    constraint "acquiring_attention_item_pkey" primary key ("id")
  );`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_attention_attempt" ON "acquiring_attention_item" (attempt_id) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_attention_closed" ON "acquiring_attention_item" (cleared_at, id) WHERE (cleared_at IS NOT NULL) AND (deleted_at IS NULL);`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_attention_closed_kind" ON "acquiring_attention_item" (kind, cleared_at) WHERE (cleared_at IS NOT NULL) AND (deleted_at IS NULL);`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_attention_item_deleted_at" ON "acquiring_attention_item" (deleted_at) WHERE deleted_at IS NULL;`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_attention_open" ON "acquiring_attention_item" (kind, subject) WHERE (cleared_at IS NULL) AND (deleted_at IS NULL);`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_attention_open_attempt" ON "acquiring_attention_item" (attempt_id) WHERE (cleared_at IS NULL) AND (deleted_at IS NULL);`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_attention_raised" ON "acquiring_attention_item" (raised_at, id) WHERE (cleared_at IS NULL) AND (deleted_at IS NULL);`,

  `create table if not exists "acquiring_audit_record" (
    "id" text not null,
    "actor" text not null check ("actor" in ('customer', 'admin', 'system', 'gateway')),
    "actor_id" text null,
    "action" text not null,
    "attempt_id" text null,
    "operation_id" text null,
    "details" jsonb not null,
    "at" timestamptz not null,
    "created_at" timestamptz not null default now(),
    "updated_at" timestamptz not null default now(),
    "deleted_at" timestamptz null,
    constraint "acquiring_audit_record_pkey" primary key ("id")
  );`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_audit_attempt" ON "acquiring_audit_record" (attempt_id, at) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_audit_record_deleted_at" ON "acquiring_audit_record" (deleted_at) WHERE deleted_at IS NULL;`,

  `create table if not exists "acquiring_bulk_item" (
    "id" text not null,
    "run_id" text not null,
    "attempt_id" text not null,
    "place" integer not null,
    "number" integer null,
    "amount" numeric null,
    "raw_amount" jsonb null,
    "outcome" text null check ("outcome" in ('done', 'pending', 'refused', 'unknown', 'not_sent')),
    "code" text null,
    "message" text null,
    "created_at" timestamptz not null default now(),
    "updated_at" timestamptz not null default now(),
    "deleted_at" timestamptz null,
    constraint "acquiring_bulk_item_pkey" primary key ("id")
  );`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_bulk_item_deleted_at" ON "acquiring_bulk_item" (deleted_at) WHERE deleted_at IS NULL;`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_bulk_item_number" ON "acquiring_bulk_item" (run_id, number) WHERE (number IS NOT NULL) AND (deleted_at IS NULL);`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_bulk_item_place" ON "acquiring_bulk_item" (run_id, place) WHERE deleted_at IS NULL;`,

  `create table if not exists "acquiring_bulk_run" (
    "id" text not null,
    "key" text not null,
    "created_by" text not null,
    "total" integer not null,
    "ended" integer not null,
    "finished_at" timestamptz null,
    "created_at" timestamptz not null default now(),
    "updated_at" timestamptz not null default now(),
    "deleted_at" timestamptz null,
    constraint "acquiring_bulk_run_pkey" primary key ("id")
  );`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_bulk_run_created" ON "acquiring_bulk_run" (created_at) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_bulk_run_deleted_at" ON "acquiring_bulk_run" (deleted_at) WHERE deleted_at IS NULL;`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_bulk_run_key" ON "acquiring_bulk_run" (key) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_bulk_run_open" ON "acquiring_bulk_run" (created_at) WHERE (finished_at IS NULL) AND (deleted_at IS NULL);`,

  `create table if not exists "acquiring_entry" (
    "id" text not null,
    "attempt_id" text not null,
    "sequence" integer not null,
    "kind" text not null,
    "operation_id" text null,
    "inbox_event_id" text null,
    "amount" numeric null,
    "raw_amount" jsonb null,
    "currency" text not null,
    "from_state" text not null,
    "to_state" text not null,
    "actor" text not null check ("actor" in ('customer', 'admin', 'system', 'gateway')),
    "source" text not null check ("source" in ('request', 'response', 'query', 'notify', 'return')),
    "code" text null,
    "message" text null,
    "occurred_at" timestamptz not null,
    "created_at" timestamptz not null default now(),
    "updated_at" timestamptz not null default now(),
    "deleted_at" timestamptz null,
    constraint "acquiring_entry_pkey" primary key ("id")
  );`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_entry_attempt" ON "acquiring_entry" (attempt_id, sequence) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_entry_deleted_at" ON "acquiring_entry" (deleted_at) WHERE deleted_at IS NULL;`,

  `create table if not exists "acquiring_erasure" (
    "id" text not null,
    "table_name" text not null,
    "row_id" text not null,
    "field" text not null,
    "digits" integer not null,
    "row_digest" text null,
    "row_columns" jsonb null,
    "actor" text not null,
    "reason" text not null,
    "txid" text not null,
    "at" timestamptz not null,
    "created_at" timestamptz not null default now(),
    "updated_at" timestamptz not null default now(),
    "deleted_at" timestamptz null,
    constraint "acquiring_erasure_pkey" primary key ("id")
  );`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_erasure_deleted_at" ON "acquiring_erasure" (deleted_at) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_erasure_row" ON "acquiring_erasure" (table_name, row_id) WHERE deleted_at IS NULL;`,

  `create table if not exists "acquiring_inbox_event" (
    "id" text not null,
    "account" text not null,
    "source" text not null check ("source" in ('response', 'query', 'notify', 'return')),
    "digest" text not null,
    "content_type" text null,
    "body" text null,
    "facts" jsonb null,
    "signature" text not null check ("signature" in ('matched', 'mismatched', 'absent', 'not_applicable')),
    "order_no" text null,
    "status" text not null check ("status" in ('pending', 'applied', 'refused')),
    "result" text null,
    "tries" integer not null,
    "deliveries" integer not null,
    "next_try_at" timestamptz null,
    "received_at" timestamptz not null,
    "applied_at" timestamptz null,
    "created_at" timestamptz not null default now(),
    "updated_at" timestamptz not null default now(),
    "deleted_at" timestamptz null,
    constraint "acquiring_inbox_event_pkey" primary key ("id")
  );`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_inbox_digest" ON "acquiring_inbox_event" (digest) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_inbox_event_deleted_at" ON "acquiring_inbox_event" (deleted_at) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_inbox_handled" ON "acquiring_inbox_event" (received_at) WHERE (status <> 'pending') AND (deleted_at IS NULL);`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_inbox_order_no" ON "acquiring_inbox_event" (order_no) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_inbox_pending" ON "acquiring_inbox_event" (next_try_at) WHERE (status = 'pending') AND (deleted_at IS NULL);`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_inbox_unmapped" ON "acquiring_inbox_event" (account, received_at) WHERE (facts @> '[{"reading": "unmapped"}]'::jsonb) AND (deleted_at IS NULL);`,

  `create table if not exists "acquiring_lease" (
    "name" text not null,
    "holder" text not null,
    "leased_until" timestamptz not null,
    "created_at" timestamptz not null default now(),
    "updated_at" timestamptz not null default now(),
    "deleted_at" timestamptz null,
    constraint "acquiring_lease_pkey" primary key ("name")
  );`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_lease_deleted_at" ON "acquiring_lease" (deleted_at) WHERE deleted_at IS NULL;`,

  `create table if not exists "acquiring_ledger_epoch" (
    "id" text not null,
    "system_identifier" text null,
    "timeline" text null,
    "database_oid" text null,
    "recorded_at" timestamptz not null,
    "created_at" timestamptz not null default now(),
    "updated_at" timestamptz not null default now(),
    "deleted_at" timestamptz null,
    constraint "acquiring_ledger_epoch_pkey" primary key ("id")
  );`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_ledger_epoch_deleted_at" ON "acquiring_ledger_epoch" (deleted_at) WHERE deleted_at IS NULL;`,

  `create table if not exists "acquiring_lost_write" (
    "id" text not null,
    "account" text not null,
    "kind" text not null,
    "order_no" text null,
    "gateway_payment_id" text null,
    "currency" text null,
    "minor" text null,
    "sent_at" timestamptz null,
    "source" text not null,
    "found_at" timestamptz not null,
    "queried_at" timestamptz null,
    "result" text null,
    "created_at" timestamptz not null default now(),
    "updated_at" timestamptz not null default now(),
    "deleted_at" timestamptz null,
    constraint "acquiring_lost_write_pkey" primary key ("id")
  );`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_lost_write_deleted_at" ON "acquiring_lost_write" (deleted_at) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_lost_write_open" ON "acquiring_lost_write" (account) WHERE (queried_at IS NULL) AND (deleted_at IS NULL);`,

  `create table if not exists "acquiring_notification_health" (
    "account" text not null,
    "received_at" timestamptz not null,
    "verified_at" timestamptz null,
    "failed_at" timestamptz null,
    "failure" text null,
    "created_at" timestamptz not null default now(),
    "updated_at" timestamptz not null default now(),
    "deleted_at" timestamptz null,
    constraint "acquiring_notification_health_pkey" primary key ("account")
  );`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_notification_health_deleted_at" ON "acquiring_notification_health" (deleted_at) WHERE deleted_at IS NULL;`,

  `create table if not exists "acquiring_operation" (
    "id" text not null,
    "attempt_id" text not null,
    "kind" text not null check ("kind" in ('authorise', 'capture', 'void', 'refund', 'review', 'cancel_subscription')),
    "sequence" integer not null,
    "idempotency_key" text not null,
    "amount" numeric not null,
    "raw_amount" jsonb not null,
    "currency" text not null,
    "status" text not null check ("status" in ('sending', 'settled', 'pending', 'declined', 'not_sent', 'unknown')),
    "actor" text not null check ("actor" in ('customer', 'admin', 'system', 'gateway')),
    "result_code" text null,
    "result_message" text null,
    "gateway_reference" text null,
    "sent_at" timestamptz not null,
    "concluded_at" timestamptz null,
    "recorded_in_medusa" boolean not null,
    "action" text null check ("action" in ('approve', 'reject')),
    "inferred_at" timestamptz null,
    "created_at" timestamptz not null default now(),
    "updated_at" timestamptz not null default now(),
    "deleted_at" timestamptz null,
    constraint "acquiring_operation_pkey" primary key ("id"),
    constraint acquiring_never_hidden check (deleted_at IS NULL)
  );`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_operation_attempt" ON "acquiring_operation" (attempt_id, sequence) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_operation_deleted_at" ON "acquiring_operation" (deleted_at) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_operation_inferred" ON "acquiring_operation" (inferred_at) WHERE (inferred_at IS NOT NULL) AND (deleted_at IS NULL);`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_operation_key" ON "acquiring_operation" (kind, idempotency_key) WHERE deleted_at IS NULL;`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_operation_one_authorise" ON "acquiring_operation" (attempt_id) WHERE (kind = 'authorise') AND (deleted_at IS NULL);`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_operation_one_review" ON "acquiring_operation" (attempt_id) WHERE (kind = 'review') AND (status = ANY (ARRAY['sending', 'unknown', 'pending', 'settled'])) AND (deleted_at IS NULL);`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_operation_one_void" ON "acquiring_operation" (attempt_id) WHERE (kind = 'void') AND (status = ANY (ARRAY['sending', 'unknown', 'pending', 'settled'])) AND (deleted_at IS NULL);`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_operation_open_kind" ON "acquiring_operation" (attempt_id, kind) WHERE (status = ANY (ARRAY['sending', 'unknown'])) AND (deleted_at IS NULL);`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_operation_open_settle" ON "acquiring_operation" (attempt_id) WHERE (kind = ANY (ARRAY['capture', 'void', 'review'])) AND (status = ANY (ARRAY['sending', 'unknown'])) AND (deleted_at IS NULL);`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_operation_unrecorded_capture" ON "acquiring_operation" (attempt_id) WHERE (kind = 'capture') AND (status = 'settled') AND (NOT recorded_in_medusa) AND (deleted_at IS NULL);`,

  `create table if not exists "acquiring_payment_attempt" (
    "id" text not null,
    "account" text not null,
    "gateway_identity" text not null default '',
    "provider_id" text not null,
    "mode" text not null check ("mode" in ('card', 'checkout', 'apm')),
    "method" text null,
    "session_id" text not null,
    "cart_id" text null,
    "customer_id" text null,
    "has_account" boolean not null default false,
    "order_no" text not null,
    "currency" text not null,
    "requested" numeric not null,
    "raw_requested" jsonb not null,
    "authorised" numeric not null,
    "raw_authorised" jsonb not null,
    "captured" numeric not null,
    "raw_captured" jsonb not null,
    "refunded" numeric not null,
    "raw_refunded" jsonb not null,
    "refund_pending" numeric not null,
    "raw_refund_pending" jsonb not null,
    "state" text not null check ("state" in ('created', 'action_required', 'pending', 'unknown', 'authorised', 'captured', 'voided', 'declined', 'expired')),
    "gateway_payment_id" text null,
    "card_mask" text null,
    "card_brand" text null,
    "risk" jsonb null,
    "three_ds" jsonb null,
    "result_code" text null,
    "result_message" text null,
    "action_url" text null,
    "redirect_form" jsonb null,
    "presentation" text null,
    "return_to" text null,
    "redirected_at" timestamptz null,
    "returned_at" timestamptz null,
    "return_used_at" timestamptz null,
    "redirect_cancelled_at" timestamptz null,
    "action_expires_at" timestamptz null,
    "pending_expires_at" timestamptz null,
    "remind_at" timestamptz null,
    "three_ds_required" boolean not null default false,
    "save_card" jsonb null,
    "saved_card_id" text null,
    "is_late" boolean not null default false,
    "reverse_at" timestamptz null,
    "reversal_reason" text null,
    "reversal_tries" integer not null default 0,
    "billing_country" text null,
    "held_at" timestamptz null,
    "hold_reason" text null check ("hold_reason" in ('gateway', 'owner', 'unreadable')),
    "hold_decision" text null check ("hold_decision" in ('approved', 'rejected')),
    "hold_decided_at" timestamptz null,
    "version" integer not null,
    "projected_version" integer not null,
    "project_after" timestamptz null,
    "project_failures" integer not null,
    "next_check_at" timestamptz null,
    "checks" integer not null,
    "unknown_since" timestamptz null,
    "disputes" jsonb null,
    "subscription" jsonb null,
    "renewal_of" text null,
    "recurring_id" text null,
    "recurring" jsonb null,
    "wire_order_no" text null,
    "subscription_due_at" timestamptz null,
    "capture_inferred_at" timestamptz null,
    "unverified_checks" integer not null default 0,
    "unverified_since" timestamptz null,
    "created_at" timestamptz not null default now(),
    "updated_at" timestamptz not null default now(),
    "deleted_at" timestamptz null,
    constraint "acquiring_payment_attempt_pkey" primary key ("id"),
    constraint acquiring_attempt_captured_within_authorised check (captured <= authorised),
    constraint acquiring_attempt_not_negative check ((requested >= (0)::numeric) AND (authorised >= (0)::numeric) AND (captured >= (0)::numeric) AND (refunded >= (0)::numeric) AND (refund_pending >= (0)::numeric)),
    constraint acquiring_attempt_refunds_within_captured check ((refunded + refund_pending) <= captured),
    constraint acquiring_never_hidden check (deleted_at IS NULL)
  );`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_attempt_authorised" ON "acquiring_payment_attempt" (created_at) WHERE (state = 'authorised') AND (deleted_at IS NULL);`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_attempt_capture_inferred" ON "acquiring_payment_attempt" (capture_inferred_at) WHERE (capture_inferred_at IS NOT NULL) AND (deleted_at IS NULL);`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_attempt_cart" ON "acquiring_payment_attempt" (cart_id) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_attempt_check" ON "acquiring_payment_attempt" (next_check_at) WHERE (next_check_at IS NOT NULL) AND (deleted_at IS NULL);`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_attempt_created" ON "acquiring_payment_attempt" (created_at) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_attempt_customer" ON "acquiring_payment_attempt" (customer_id, created_at) WHERE deleted_at IS NULL;`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_attempt_gateway_id" ON "acquiring_payment_attempt" (account, gateway_identity, gateway_payment_id) WHERE (gateway_payment_id IS NOT NULL) AND (deleted_at IS NULL);`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_attempt_held" ON "acquiring_payment_attempt" (held_at) WHERE (held_at IS NOT NULL) AND (hold_decision IS NULL) AND (deleted_at IS NULL);`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_attempt_list_account" ON "acquiring_payment_attempt" (account, created_at) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_attempt_list_amount" ON "acquiring_payment_attempt" (requested) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_attempt_list_currency" ON "acquiring_payment_attempt" (currency, requested) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_attempt_list_gateway_id_text" ON "acquiring_payment_attempt" (gateway_payment_id text_pattern_ops) WHERE (gateway_payment_id IS NOT NULL) AND (deleted_at IS NULL);`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_attempt_list_method" ON "acquiring_payment_attempt" (method, created_at) WHERE (method IS NOT NULL) AND (deleted_at IS NULL);`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_attempt_list_mode" ON "acquiring_payment_attempt" (mode, created_at) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_attempt_list_order_no_text" ON "acquiring_payment_attempt" (order_no text_pattern_ops) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_attempt_list_risk" ON "acquiring_payment_attempt" (((risk ->> 'action')), created_at) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_attempt_list_state" ON "acquiring_payment_attempt" (state, created_at) WHERE deleted_at IS NULL;`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_attempt_live_session" ON "acquiring_payment_attempt" (session_id) WHERE (state = ANY (ARRAY['created', 'action_required', 'pending', 'unknown', 'authorised', 'captured'])) AND (NOT is_late) AND (deleted_at IS NULL);`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_attempt_order_no" ON "acquiring_payment_attempt" (order_no) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_attempt_project" ON "acquiring_payment_attempt" (project_after) WHERE (project_after IS NOT NULL) AND (deleted_at IS NULL);`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_attempt_recurring" ON "acquiring_payment_attempt" (account, recurring_id) WHERE (recurring_id IS NOT NULL) AND (deleted_at IS NULL);`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_attempt_remind" ON "acquiring_payment_attempt" (remind_at) WHERE (remind_at IS NOT NULL) AND (deleted_at IS NULL);`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_attempt_renewal" ON "acquiring_payment_attempt" (renewal_of, created_at) WHERE (renewal_of IS NOT NULL) AND (deleted_at IS NULL);`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_attempt_reverse" ON "acquiring_payment_attempt" (reverse_at) WHERE (reverse_at IS NOT NULL) AND (deleted_at IS NULL);`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_attempt_session" ON "acquiring_payment_attempt" (session_id) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_attempt_subscription" ON "acquiring_payment_attempt" (subscription_due_at) WHERE (subscription_due_at IS NOT NULL) AND (deleted_at IS NULL);`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_attempt_wire_order" ON "acquiring_payment_attempt" (wire_order_no text_pattern_ops) WHERE (wire_order_no IS NOT NULL) AND (deleted_at IS NULL);`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_payment_attempt_deleted_at" ON "acquiring_payment_attempt" (deleted_at) WHERE deleted_at IS NULL;`,

  `create table if not exists "acquiring_payout_send" (
    "id" text not null,
    "payout_id" text not null,
    "request_id" text not null,
    "account" text not null,
    "gateway_identity" text not null default '',
    "currency" text not null,
    "amount" numeric not null,
    "raw_amount" jsonb not null,
    "payload_hash" text not null,
    "actor_id" text null,
    "status" text not null check ("status" in ('sending', 'settled', 'pending', 'declined', 'not_sent', 'unknown')),
    "reading" text null check ("reading" in ('paid', 'pending', 'failed', 'cancelled', 'held', 'unmapped')),
    "raw_status" text null,
    "result_code" text null,
    "result_message" text null,
    "transaction_id" text null,
    "short_reference" text null,
    "fee_amount" text null,
    "fee_currency" text null,
    "payer_pays" text null,
    "beneficiary_receives" text null,
    "failure_reason" text null,
    "failure_type" text null,
    "gateway_created_at" timestamptz null,
    "gateway_updated_at" timestamptz null,
    "decided_by" text null,
    "decided_result" text null check ("decided_result" in ('paid', 'not_paid')),
    "decided_note" text null,
    "contradiction" text null check ("contradiction" in ('paid', 'pending', 'failed', 'cancelled', 'held', 'unmapped')),
    "ignored_end" text null check ("ignored_end" in ('paid', 'failed', 'cancelled')),
    "paid_at" timestamptz null,
    "sends" integer not null,
    "version" integer not null,
    "sync_due_at" timestamptz null,
    "sent_at" timestamptz not null,
    "concluded_at" timestamptz null,
    "created_at" timestamptz not null default now(),
    "updated_at" timestamptz not null default now(),
    "deleted_at" timestamptz null,
    constraint "acquiring_payout_send_pkey" primary key ("id"),
    constraint acquiring_never_hidden check (deleted_at IS NULL)
  );`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_payout_send_deleted_at" ON "acquiring_payout_send" (deleted_at) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_payout_send_follow" ON "acquiring_payout_send" (sync_due_at) WHERE (sync_due_at IS NOT NULL) AND (deleted_at IS NULL);`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_payout_send_open" ON "acquiring_payout_send" (sent_at) WHERE (status = 'sending') AND (deleted_at IS NULL);`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_payout_send_payout" ON "acquiring_payout_send" (payout_id) WHERE deleted_at IS NULL;`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_payout_send_request" ON "acquiring_payout_send" (account, request_id) WHERE deleted_at IS NULL;`,

  `create table if not exists "acquiring_payout_send_event" (
    "id" text not null,
    "payout_id" text not null,
    "at" timestamptz not null,
    "source" text not null check ("source" in ('request', 'response', 'notify', 'person', 'sweep')),
    "from_status" text null check ("from_status" in ('sending', 'settled', 'pending', 'declined', 'not_sent', 'unknown')),
    "to_status" text not null check ("to_status" in ('sending', 'settled', 'pending', 'declined', 'not_sent', 'unknown')),
    "reading" text null check ("reading" in ('paid', 'pending', 'failed', 'cancelled', 'held', 'unmapped')),
    "raw_status" text null,
    "code" text null,
    "message" text null,
    "actor_id" text null,
    "note" text null,
    "inbox_event_id" text null,
    "version" integer not null,
    "created_at" timestamptz not null default now(),
    "updated_at" timestamptz not null default now(),
    "deleted_at" timestamptz null,
    constraint "acquiring_payout_send_event_pkey" primary key ("id")
  );`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_payout_send_event_deleted_at" ON "acquiring_payout_send_event" (deleted_at) WHERE deleted_at IS NULL;`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_payout_send_event_once" ON "acquiring_payout_send_event" (payout_id, version) WHERE deleted_at IS NULL;`,

  `create table if not exists "acquiring_reconciliation_run" (
    "id" text not null,
    "started_by" text not null,
    "started_at" timestamptz not null,
    "finished_at" timestamptz null,
    "account" text null,
    "range_from" timestamptz not null,
    "range_to" timestamptz not null,
    "examined" integer not null,
    "in_flight" integer not null,
    "differences" integer not null,
    "applied" integer not null,
    "error" text null,
    "created_at" timestamptz not null default now(),
    "updated_at" timestamptz not null default now(),
    "deleted_at" timestamptz null,
    constraint "acquiring_reconciliation_run_pkey" primary key ("id")
  );`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_reconciliation_run_deleted_at" ON "acquiring_reconciliation_run" (deleted_at) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_reconciliation_started" ON "acquiring_reconciliation_run" (started_at) WHERE deleted_at IS NULL;`,

  `create table if not exists "acquiring_recovery" (
    "id" text not null,
    "account" text not null,
    "reason" text not null,
    "details" text not null,
    "since" timestamptz null,
    "started_at" timestamptz not null,
    "started_by" text not null,
    "cursor" text null,
    "queried" integer not null,
    "changed" integer not null,
    "held_payouts" integer not null,
    "finished_at" timestamptz null,
    "finished_by" text null,
    "created_at" timestamptz not null default now(),
    "updated_at" timestamptz not null default now(),
    "deleted_at" timestamptz null,
    constraint "acquiring_recovery_pkey" primary key ("id")
  );`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_recovery_deleted_at" ON "acquiring_recovery" (deleted_at) WHERE deleted_at IS NULL;`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_recovery_open" ON "acquiring_recovery" (account) WHERE (finished_at IS NULL) AND (deleted_at IS NULL);`,

  `create table if not exists "acquiring_refund_reservation" (
    "refund_id" text not null,
    "payment_id" text not null,
    "order_id" text not null,
    "credit_before" text not null,
    "credit_due" text not null,
    "reserved_at" timestamptz not null,
    "answered_at" timestamptz null,
    "created_at" timestamptz not null default now(),
    "updated_at" timestamptz not null default now(),
    "deleted_at" timestamptz null,
    constraint "acquiring_refund_reservation_pkey" primary key ("refund_id")
  );`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_refund_reservation_deleted_at" ON "acquiring_refund_reservation" (deleted_at) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_refund_reservation_order_id" ON "acquiring_refund_reservation" (order_id) WHERE deleted_at IS NULL;`,

  `create table if not exists "acquiring_review_vote" (
    "id" text not null,
    "attempt_id" text not null,
    "actor_id" text not null,
    "action" text not null check ("action" in ('approve', 'reject')),
    "note" text null,
    "at" timestamptz not null,
    "created_at" timestamptz not null default now(),
    "updated_at" timestamptz not null default now(),
    "deleted_at" timestamptz null,
    constraint "acquiring_review_vote_pkey" primary key ("id")
  );`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_review_vote_deleted_at" ON "acquiring_review_vote" (deleted_at) WHERE deleted_at IS NULL;`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_review_vote_once" ON "acquiring_review_vote" (attempt_id, actor_id) WHERE deleted_at IS NULL;`,

  `create table if not exists "acquiring_saved_card" (
    "id" text not null,
    "account" text not null,
    "gateway_identity" text not null default '',
    "customer_id" text not null,
    "token" text not null,
    "mask" text not null,
    "brand" text null,
    "expiry_month" text not null,
    "expiry_year" text not null,
    "holder_first_name" text not null,
    "holder_last_name" text not null,
    "last_used_at" timestamptz null,
    "refused_at" timestamptz null,
    "refused_code" text null,
    "removed_at" timestamptz null,
    "created_at" timestamptz not null default now(),
    "updated_at" timestamptz not null default now(),
    "deleted_at" timestamptz null,
    constraint "acquiring_saved_card_pkey" primary key ("id"),
    constraint acquiring_saved_card_expiry check ((expiry_month ~ '^(0[1-9]|1[0-2])$') AND (expiry_year ~ '^20[0-9]{2}$')),
    constraint acquiring_saved_card_masked check (mask ~ '^[0-9]{0,6}[*]+[0-9]{4}$'),
    constraint acquiring_saved_card_no_number check ((token !~ '(^|[^0-9])[0-9]{12,19}([^0-9]|$)') AND (mask !~ '(^|[^0-9])[0-9]{12,19}([^0-9]|$)')),
    constraint acquiring_saved_card_token_gone check ((removed_at IS NULL) OR (token ~~ 'removed:%')),
    constraint acquiring_saved_card_words check (((((holder_first_name || ' ') || holder_last_name) || ' ') || COALESCE(brand, '')) !~ '[0-9]{6}')
  );`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_saved_card_customer" ON "acquiring_saved_card" (customer_id) WHERE (removed_at IS NULL) AND (deleted_at IS NULL);`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_saved_card_deleted_at" ON "acquiring_saved_card" (deleted_at) WHERE deleted_at IS NULL;`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_saved_card_token" ON "acquiring_saved_card" (account, token) WHERE (removed_at IS NULL) AND (deleted_at IS NULL);`,

  `create table if not exists "acquiring_signature_count" (
    "id" text not null,
    "account" text not null,
    "source" text not null check ("source" in ('notification', 'answer')),
    "minute" timestamptz not null,
    "total" integer not null,
    "mismatched" integer not null,
    "created_at" timestamptz not null default now(),
    "updated_at" timestamptz not null default now(),
    "deleted_at" timestamptz null,
    constraint "acquiring_signature_count_pkey" primary key ("id")
  );`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_signature_count_deleted_at" ON "acquiring_signature_count" (deleted_at) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_signature_count_minute" ON "acquiring_signature_count" (minute) WHERE deleted_at IS NULL;`,

  `create table if not exists "acquiring_traffic_minute" (
    "id" text not null,
    "account" text not null,
    "operation" text not null,
    "minute" timestamptz not null,
    "requests" integer not null,
    "failed" integer not null,
    "histogram" integer[] not null default '{}',
    "created_at" timestamptz not null default now(),
    "updated_at" timestamptz not null default now(),
    "deleted_at" timestamptz null,
    constraint "acquiring_traffic_minute_pkey" primary key ("id")
  );`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_traffic_account" ON "acquiring_traffic_minute" (account, minute) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_traffic_minute" ON "acquiring_traffic_minute" (minute) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_traffic_minute_deleted_at" ON "acquiring_traffic_minute" (deleted_at) WHERE deleted_at IS NULL;`,

  `create table if not exists "acquiring_velocity" (
    "key" text not null,
    "account" text not null,
    "scope" text not null check ("scope" in ('session', 'cart', 'customer', 'address', 'card')),
    "forget_after" timestamptz not null,
    "hits" bigint[] not null default '{}',
    "created_at" timestamptz not null default now(),
    "updated_at" timestamptz not null default now(),
    "deleted_at" timestamptz null,
    constraint "acquiring_velocity_pkey" primary key ("key")
  );`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_velocity_deleted_at" ON "acquiring_velocity" (deleted_at) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_velocity_forget" ON "acquiring_velocity" (forget_after) WHERE deleted_at IS NULL;`,
];

const TRIGGERS = [
  `CREATE OR REPLACE TRIGGER acquiring_append_only BEFORE UPDATE OR DELETE ON "acquiring_audit_record" FOR EACH ROW EXECUTE FUNCTION acquiring_refuse_change();`,
  `CREATE OR REPLACE TRIGGER acquiring_no_truncate BEFORE TRUNCATE ON "acquiring_audit_record" FOR EACH STATEMENT EXECUTE FUNCTION acquiring_refuse_change();`,
  `CREATE OR REPLACE TRIGGER acquiring_append_only BEFORE UPDATE OR DELETE ON "acquiring_entry" FOR EACH ROW EXECUTE FUNCTION acquiring_refuse_change();`,
  `CREATE OR REPLACE TRIGGER acquiring_no_truncate BEFORE TRUNCATE ON "acquiring_entry" FOR EACH STATEMENT EXECUTE FUNCTION acquiring_refuse_change();`,
  `CREATE OR REPLACE TRIGGER acquiring_append_only BEFORE UPDATE OR DELETE ON "acquiring_erasure" FOR EACH ROW EXECUTE FUNCTION acquiring_refuse_change();`,
  `CREATE OR REPLACE TRIGGER acquiring_no_truncate BEFORE TRUNCATE ON "acquiring_erasure" FOR EACH STATEMENT EXECUTE FUNCTION acquiring_refuse_change();`,
  `CREATE OR REPLACE TRIGGER acquiring_no_delete BEFORE DELETE ON "acquiring_operation" FOR EACH ROW EXECUTE FUNCTION acquiring_refuse_change();`,
  `CREATE OR REPLACE TRIGGER acquiring_recovery_again BEFORE UPDATE ON "acquiring_operation" FOR EACH ROW WHEN (((new.status = 'sending') AND (old.status <> 'sending'))) EXECUTE FUNCTION acquiring_refuse_in_recovery();`,
  `CREATE OR REPLACE TRIGGER acquiring_recovery_begin BEFORE INSERT ON "acquiring_operation" FOR EACH ROW WHEN ((new.status = 'sending')) EXECUTE FUNCTION acquiring_refuse_in_recovery();`,
  `CREATE OR REPLACE TRIGGER acquiring_no_delete BEFORE DELETE ON "acquiring_payment_attempt" FOR EACH ROW EXECUTE FUNCTION acquiring_refuse_change();`,
  `CREATE OR REPLACE TRIGGER acquiring_no_delete BEFORE DELETE ON "acquiring_payout_send" FOR EACH ROW EXECUTE FUNCTION acquiring_refuse_change();`,
  `CREATE OR REPLACE TRIGGER acquiring_no_truncate BEFORE TRUNCATE ON "acquiring_payout_send" FOR EACH STATEMENT EXECUTE FUNCTION acquiring_refuse_change();`,
  `CREATE OR REPLACE TRIGGER acquiring_recovery_again BEFORE UPDATE ON "acquiring_payout_send" FOR EACH ROW WHEN (((new.status = 'sending') AND (old.status <> 'sending'))) EXECUTE FUNCTION acquiring_refuse_in_recovery();`,
  `CREATE OR REPLACE TRIGGER acquiring_recovery_begin BEFORE INSERT ON "acquiring_payout_send" FOR EACH ROW WHEN ((new.status = 'sending')) EXECUTE FUNCTION acquiring_refuse_in_recovery();`,
  `CREATE OR REPLACE TRIGGER acquiring_same_payout BEFORE UPDATE ON "acquiring_payout_send" FOR EACH ROW EXECUTE FUNCTION acquiring_refuse_other_payout();`,
  `CREATE OR REPLACE TRIGGER acquiring_append_only BEFORE UPDATE OR DELETE ON "acquiring_payout_send_event" FOR EACH ROW EXECUTE FUNCTION acquiring_refuse_change();`,
  `CREATE OR REPLACE TRIGGER acquiring_no_truncate BEFORE TRUNCATE ON "acquiring_payout_send_event" FOR EACH STATEMENT EXECUTE FUNCTION acquiring_refuse_change();`,
  `CREATE OR REPLACE TRIGGER acquiring_append_only BEFORE UPDATE OR DELETE ON "acquiring_review_vote" FOR EACH ROW EXECUTE FUNCTION acquiring_refuse_change();`,
  `CREATE OR REPLACE TRIGGER acquiring_no_truncate BEFORE TRUNCATE ON "acquiring_review_vote" FOR EACH STATEMENT EXECUTE FUNCTION acquiring_refuse_change();`,
];

/** Their rows cannot be made again, so the tables are not dropped while there is one. */
const IRREPLACEABLE = [
  "acquiring_payment_attempt",
  "acquiring_operation",
  "acquiring_entry",
  "acquiring_payout_send",
  "acquiring_payout_send_event",
  "acquiring_inbox_event",
  "acquiring_audit_record",
  "acquiring_review_vote",
  "acquiring_attention_item",
  "acquiring_saved_card",
  "acquiring_lost_write",
  "acquiring_erasure",
];

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
 * The tables of the ledger. The journal, the audit trail, votes, payout events and erasures are append-only: triggers refuse every
 * change, and an erasure may only replace the digits of a card number by asterisks. No payment, operation or payout send can be
 * deleted or hidden, and nothing is sent while a recovery is open.
 * Written by hand; `modules/migrations` compares it with the models.
 */
export class Migration20261125090000 extends Migration {
  override async up(): Promise<void> {
    for (const sql of [...TABLES, ...FUNCTIONS, ...TRIGGERS]) this.addSql(sql);
  }

  /** Refused while there are records: a rollback must not delete what happened to money. */
  override async down(): Promise<void> {
    this.addSql(refuseRollback(IRREPLACEABLE));
    for (const table of [
      "acquiring_account_identity",
      "acquiring_attention_item",
      "acquiring_audit_record",
      "acquiring_bulk_item",
      "acquiring_bulk_run",
      "acquiring_entry",
      "acquiring_erasure",
      "acquiring_inbox_event",
      "acquiring_lease",
      "acquiring_ledger_epoch",
      "acquiring_lost_write",
      "acquiring_notification_health",
      "acquiring_operation",
      "acquiring_payment_attempt",
      "acquiring_payout_send",
      "acquiring_payout_send_event",
      "acquiring_reconciliation_run",
      "acquiring_recovery",
      "acquiring_refund_reservation",
      "acquiring_review_vote",
      "acquiring_saved_card",
      "acquiring_signature_count",
      "acquiring_traffic_minute",
      "acquiring_velocity",
    ])
      this.addSql(`drop table if exists "${table}" cascade;`);
    for (const name of [
      "acquiring_only_masks(text, text, text)",
      "acquiring_is_erasure(text, jsonb, jsonb)",
      "acquiring_erase(text, text, text, text, text, text, text)",
      "acquiring_erasure_problems()",
      "acquiring_refuse_change()",
      "acquiring_refuse_in_recovery()",
      "acquiring_refuse_other_payout()",
      "acquiring_row_digest(jsonb, jsonb)",
    ])
      this.addSql(`drop function if exists ${name};`);
  }
}
