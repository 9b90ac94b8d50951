import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/**
 * Money that leaves: one send for each payout, whose number, account and amount nothing can change and which nothing can
 * remove or hide, and its changes, append-only by the database's own word. Written by hand.
 */
const SEND = `"acquiring_payout_send"`;
const EVENT = `"acquiring_payout_send_event"`;
const STATUS = `'sending', 'settled', 'pending', 'declined', 'not_sent', 'unknown'`;
const READING = `'paid', 'pending', 'failed', 'cancelled', 'held', 'unlisted'`;
const STAMPS = `"created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null`;

const SEND_COLUMNS = [
  `"id" text not null`,
  `"payout_id" text not null`,
  `"request_id" text not null`,
  `"account" text not null`,
  `"currency" text not null`,
  `"amount" numeric not null`,
  `"payload_hash" text not null`,
  `"actor_id" text null`,
  `"status" text check ("status" in (${STATUS})) not null`,
  `"reading" text check ("reading" in (${READING})) null`,
  `"raw_status" text null`,
  `"result_code" text null`,
  `"result_message" text null`,
  `"transaction_id" text null`,
  `"short_reference" text null`,
  `"fee_amount" text null`,
  `"fee_currency" text null`,
  `"payer_pays" text null`,
  `"beneficiary_receives" text null`,
  `"failure_reason" text null`,
  `"failure_type" text null`,
  `"gateway_created_at" timestamptz null`,
  `"gateway_updated_at" timestamptz null`,
  `"decided_by" text null`,
  `"decided_verdict" text check ("decided_verdict" in ('paid', 'not_paid')) null`,
  `"decided_note" text null`,
  `"contradiction" text check ("contradiction" in (${READING})) null`,
  `"paid_at" timestamptz null`,
  `"sends" integer not null`,
  `"version" integer not null`,
  `"follow_due_at" timestamptz null`,
  `"sent_at" timestamptz not null`,
  `"concluded_at" timestamptz null`,
  `"raw_amount" jsonb not null`,
];

const EVENT_COLUMNS = [
  `"id" text not null`,
  `"payout_id" text not null`,
  `"at" timestamptz not null`,
  `"source" text check ("source" in ('request', 'response', 'notify', 'person', 'sweep')) not null`,
  `"from_status" text check ("from_status" in (${STATUS})) null`,
  `"to_status" text check ("to_status" in (${STATUS})) not null`,
  `"reading" text check ("reading" in (${READING})) null`,
  `"raw_status" text null`,
  `"code" text null`,
  `"message" text null`,
  `"actor_id" text null`,
  `"note" text null`,
  `"inbox_event_id" text null`,
  `"version" integer not null`,
];

const INDEXES = [
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_payout_send_deleted_at" ON ${SEND} ("deleted_at") WHERE deleted_at IS NULL;`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_payout_send_payout" ON ${SEND} ("payout_id") WHERE deleted_at IS NULL;`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_payout_send_request" ON ${SEND} ("account", "request_id") WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_payout_send_follow" ON ${SEND} ("follow_due_at") WHERE follow_due_at IS NOT NULL AND deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_payout_send_open" ON ${SEND} ("sent_at") WHERE status = 'sending' AND deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_payout_send_event_deleted_at" ON ${EVENT} ("deleted_at") WHERE deleted_at IS NULL;`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_payout_send_event_once" ON ${EVENT} ("payout_id", "version") WHERE deleted_at IS NULL;`,
];

/** What a send is about is said once. */
const SAME_PAYOUT = `
  CREATE OR REPLACE FUNCTION acquiring_refuse_other_payout() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF (NEW.id, NEW.payout_id, NEW.request_id, NEW.account, NEW.currency, NEW.amount)
       IS DISTINCT FROM (OLD.id, OLD.payout_id, OLD.request_id, OLD.account, OLD.currency, OLD.amount) THEN
      RAISE EXCEPTION 'what a payout''s send is about cannot be changed' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
  END $$;`;

export class Migration20261122000100 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `create table if not exists ${SEND} (${SEND_COLUMNS.join(", ")}, ${STAMPS}, constraint "acquiring_payout_send_pkey" primary key ("id"));`,
    );
    this.addSql(
      `create table if not exists ${EVENT} (${EVENT_COLUMNS.join(", ")}, ${STAMPS}, constraint "acquiring_payout_send_event_pkey" primary key ("id"));`,
    );
    for (const sql of INDEXES) this.addSql(sql);
    this.addSql(SAME_PAYOUT);
    this.addSql(`DROP TRIGGER IF EXISTS acquiring_same_payout ON ${SEND};`);
    this.addSql(
      `CREATE TRIGGER acquiring_same_payout BEFORE UPDATE ON ${SEND} FOR EACH ROW EXECUTE FUNCTION acquiring_refuse_other_payout();`,
    );
    this.addSql(`DROP TRIGGER IF EXISTS acquiring_no_delete ON ${SEND};`);
    this.addSql(
      `CREATE TRIGGER acquiring_no_delete BEFORE DELETE ON ${SEND} FOR EACH ROW EXECUTE FUNCTION acquiring_refuse_change();`,
    );
    this.addSql(`ALTER TABLE ${SEND} DROP CONSTRAINT IF EXISTS acquiring_never_hidden;`);
    this.addSql(`ALTER TABLE ${SEND} ADD CONSTRAINT acquiring_never_hidden CHECK (deleted_at IS NULL);`);
    this.addSql(`DROP TRIGGER IF EXISTS acquiring_append_only ON ${EVENT};`);
    this.addSql(
      `CREATE TRIGGER acquiring_append_only BEFORE UPDATE OR DELETE ON ${EVENT} FOR EACH ROW EXECUTE FUNCTION acquiring_refuse_change();`,
    );
    for (const table of [SEND, EVENT]) {
      this.addSql(`DROP TRIGGER IF EXISTS acquiring_no_truncate ON ${table};`);
      this.addSql(
        `CREATE TRIGGER acquiring_no_truncate BEFORE TRUNCATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION acquiring_refuse_change();`,
      );
    }
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists ${EVENT} cascade;`);
    this.addSql(`drop table if exists ${SEND} cascade;`);
    this.addSql(`DROP FUNCTION IF EXISTS acquiring_refuse_other_payout();`);
  }
}
