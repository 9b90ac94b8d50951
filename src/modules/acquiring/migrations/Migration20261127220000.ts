import { Migration } from "@medusajs/framework/mikro-orm/migrations";

const TIMES = `"created_at" timestamptz not null default now(),
    "updated_at" timestamptz not null default now(),
    "deleted_at" timestamptz null`;

const TABLES = [
  `create table if not exists "acquiring_legal_hold" (
    "id" text not null,
    "subject_kind" text check ("subject_kind" in ('customer', 'email', 'order')) not null,
    "subject" text not null,
    "reason" text not null,
    "placed_by" text not null,
    "until" timestamptz null,
    "released_at" timestamptz null,
    "released_by" text null,
    ${TIMES},
    constraint "acquiring_legal_hold_pkey" primary key ("id")
  );`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_legal_hold_deleted_at" ON "acquiring_legal_hold" (deleted_at) WHERE deleted_at IS NULL;`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_legal_hold_open" ON "acquiring_legal_hold" (subject_kind, subject) WHERE (released_at IS NULL) AND (deleted_at IS NULL);`,
  `create table if not exists "acquiring_person_erasure" (
    "id" text not null,
    "customer_id" text null,
    "email" text null,
    "scope" jsonb not null,
    "actor" text not null,
    "reason" text not null,
    "rows" integer not null default 0,
    "started_at" timestamptz not null,
    "finished_at" timestamptz null,
    ${TIMES},
    constraint "acquiring_person_erasure_pkey" primary key ("id")
  );`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_person_erasure_deleted_at" ON "acquiring_person_erasure" (deleted_at) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_person_erasure_open" ON "acquiring_person_erasure" (started_at) WHERE (finished_at IS NULL) AND (deleted_at IS NULL);`,
];

/** As in the first migration: texts in which a card number may be erased. */
const CARD_FIELDS = [
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

/** Personal fields of tables whose rows never change otherwise: only a marker may replace what is there. */
const FIXED_FIELDS = [
  "('acquiring_audit_record', 'actor_id')",
  "('acquiring_audit_record', 'details')",
  "('acquiring_entry', 'message')",
  "('acquiring_review_vote', 'note')",
  "('acquiring_subscription_event', 'actor_id')",
  "('acquiring_subscription_event', 'note')",
].join(", ");

/** Personal fields of rows that change anyway. */
const OPEN_FIELDS = [
  "('acquiring_attention_item', 'cleared_note')",
  "('acquiring_attention_item', 'message')",
  "('acquiring_bulk_item', 'message')",
  "('acquiring_charge', 'message')",
  "('acquiring_customer_message', 'problem')",
  "('acquiring_dispute_case', 'note')",
  "('acquiring_legal_hold', 'reason')",
  "('acquiring_legal_hold', 'subject')",
  "('acquiring_operation', 'result_message')",
  "('acquiring_payment_attempt', 'action_url')",
  "('acquiring_payment_attempt', 'billing_country')",
  "('acquiring_payment_attempt', 'card_brand')",
  "('acquiring_payment_attempt', 'card_mask')",
  "('acquiring_payment_attempt', 'customer_id')",
  "('acquiring_payment_attempt', 'disputes')",
  "('acquiring_payment_attempt', 'redirect_form')",
  "('acquiring_payment_attempt', 'result_message')",
  "('acquiring_payment_attempt', 'return_to')",
  "('acquiring_payment_attempt', 'save_card')",
  "('acquiring_payment_attempt', 'three_ds')",
  "('acquiring_payment_link', 'description')",
  "('acquiring_subscription', 'cancel_actor_id')",
  "('acquiring_subscription', 'customer_id')",
  "('acquiring_subscription', 'email')",
  "('notification', 'data')",
  "('notification', 'to')",
  "('payment', 'data')",
  "('payment_session', 'context')",
  "('payment_session', 'data')",
  "('refund', 'note')",
].join(", ");

const IS_CARD_ERASURE = `EXISTS (SELECT FROM acquiring_erasure AS erasure
       WHERE erasure.table_name = tab AND erasure.row_id = before->>'id' AND erasure.txid = txid_current()::text
         AND (tab, erasure.field) IN (${CARD_FIELDS})
         AND before - erasure.field = after - erasure.field
         AND acquiring_only_masks(erasure.field, before->>erasure.field, after->>erasure.field))`;

const isErasure = (
  more: string,
): string => `CREATE OR REPLACE FUNCTION acquiring_is_erasure(tab text, before jsonb, after jsonb)
 RETURNS boolean
 LANGUAGE sql
AS $$
     SELECT ${IS_CARD_ERASURE}${more} $$;`;

const FUNCTIONS = [
  // True when the new value is the old one in which markers replace texts.
  `CREATE OR REPLACE FUNCTION acquiring_only_markers(before jsonb, after jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
AS $$
   DECLARE name text; place integer;
   BEGIN
     IF before = after THEN RETURN true; END IF;
     IF jsonb_typeof(before) = 'string' AND jsonb_typeof(after) = 'string' THEN
       RETURN after #>> '{}' ~ '^erased:[0-9a-f]{64}$' AND before #>> '{}' !~ '^erased:[0-9a-f]{64}$';
     END IF;
     IF jsonb_typeof(before) = 'object' AND jsonb_typeof(after) = 'object' THEN
       FOR name IN SELECT jsonb_object_keys(before || after) LOOP
         IF NOT COALESCE(acquiring_only_markers(before->name, after->name), false) THEN RETURN false; END IF;
       END LOOP;
       RETURN true;
     END IF;
     IF jsonb_typeof(before) = 'array' AND jsonb_typeof(after) = 'array' AND jsonb_array_length(before) = jsonb_array_length(after) THEN
       FOR place IN 0 .. jsonb_array_length(before) - 1 LOOP
         IF NOT acquiring_only_markers(before->place, after->place) THEN RETURN false; END IF;
       END LOOP;
       RETURN true;
     END IF;
     RETURN false;
   END $$;`,
  // True when the change of this row is an erasure that the same transaction has recorded: of a card number, or of a person.
  isErasure(`
     OR COALESCE((SELECT bool_and((tab, changed.field) IN (${FIXED_FIELDS})
         AND acquiring_only_markers(before->changed.field, after->changed.field)
         AND EXISTS (SELECT FROM acquiring_erasure AS erasure WHERE erasure.table_name = tab AND erasure.row_id = before->>'id'
           AND erasure.field = changed.field AND erasure.txid = txid_current()::text))
       FROM (SELECT key AS field FROM jsonb_object_keys(before || after) AS key
         WHERE before->key IS DISTINCT FROM after->key) AS changed), false)`),
  // Replaces personal fields of one row (\`changes\`: the new value of each) and records it. The only way to do so in a fixed table.
  `CREATE OR REPLACE FUNCTION acquiring_erase_person(erasures text[], tab text, row_key text, changes jsonb, who text, why text)
 RETURNS integer
 LANGUAGE plpgsql
 SET "TimeZone" TO 'UTC'
AS $$
   DECLARE before jsonb; after jsonb; columns jsonb; digest text; name text; place integer := 0;
     is_fixed boolean := tab IN (SELECT field.tab FROM (VALUES ${FIXED_FIELDS}) AS field(tab, name));
   BEGIN
     EXECUTE format('SELECT to_jsonb(t) FROM %I AS t WHERE t.id = $1 FOR UPDATE', tab) INTO before USING row_key;
     IF before IS NULL THEN RAISE EXCEPTION 'There is no row % in %.', row_key, tab USING ERRCODE = 'no_data_found'; END IF;
     after := before || changes;
     FOR name IN SELECT jsonb_object_keys(changes) LOOP
       IF (tab, name) NOT IN (${FIXED_FIELDS}, ${OPEN_FIELDS}) OR NOT jsonb_exists(before, name) THEN
         RAISE EXCEPTION 'The field %.% cannot be erased.', tab, name USING ERRCODE = 'restrict_violation';
       END IF;
       IF before->name = after->name OR is_fixed AND NOT acquiring_only_markers(before->name, after->name) THEN
         RAISE EXCEPTION 'An erasure replaces texts by markers, and nothing else.' USING ERRCODE = 'restrict_violation';
       END IF;
     END LOOP;
     IF is_fixed THEN
       SELECT jsonb_agg(key) INTO columns FROM jsonb_object_keys(after) AS key;
       digest := acquiring_row_digest(after, columns);
     END IF;
     FOR name IN SELECT jsonb_object_keys(changes) LOOP
       place := place + 1;
       INSERT INTO acquiring_erasure (id, table_name, row_id, field, digits, row_digest, row_columns, actor, reason, txid, at)
       VALUES (erasures[place], tab, row_key, name, 0, digest, columns, who, why, txid_current()::text, now());
     END LOOP;
     EXECUTE format('UPDATE %1$I AS t SET %2$s FROM jsonb_populate_record(NULL::%1$I, $1) AS n WHERE t.id = $2', tab,
       (SELECT string_agg(format('%1$I = n.%1$I', key), ', ') FROM jsonb_object_keys(changes) AS key)) USING after, row_key;
     RETURN place;
   END $$;`,
];

/** Erasing what is stored of a person: legal holds, runs, and the function that replaces texts by markers (ADR 34). */
export class Migration20261127220000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`SET LOCAL lock_timeout = '2s';`);
    for (const sql of [...TABLES, ...FUNCTIONS]) this.addSql(sql);
  }

  /** Refused while there are payments, and once somebody's data were erased or are on hold. */
  override async down(): Promise<void> {
    this.addSql(`
      DO $$ BEGIN
        IF EXISTS (SELECT FROM acquiring_entry) THEN
          RAISE EXCEPTION 'There are records in acquiring_entry; the migration cannot be rolled back.' USING ERRCODE = 'restrict_violation';
        END IF;
        IF EXISTS (SELECT FROM acquiring_legal_hold) THEN
          RAISE EXCEPTION 'There are records in acquiring_legal_hold; the migration cannot be rolled back.' USING ERRCODE = 'restrict_violation';
        END IF;
        IF EXISTS (SELECT FROM acquiring_person_erasure) THEN
          RAISE EXCEPTION 'There are records in acquiring_person_erasure; the migration cannot be rolled back.' USING ERRCODE = 'restrict_violation';
        END IF;
      END $$;`);
    this.addSql(isErasure(""));
    this.addSql(`drop function if exists acquiring_erase_person(text[], text, text, jsonb, text, text);`);
    this.addSql(`drop function if exists acquiring_only_markers(jsonb, jsonb);`);
    for (const table of ["legal_hold", "person_erasure"])
      this.addSql(`drop table if exists "acquiring_${table}" cascade;`);
  }
}
