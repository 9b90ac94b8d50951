import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/**
 * Recovery mode after lost commits: which accounts send nothing, which writes the database has lost, and which database this
 * is. Nothing becomes `sending` while a recovery is open: the database itself refuses it, in the transaction that would
 * commit it. The shared lock makes "no recovery is open" hold until that transaction ends; who opens a recovery takes the
 * lock alone. Written by hand.
 */
const RECOVERY = `"acquiring_recovery"`;
const LOST = `"acquiring_lost_write"`;
const EPOCH = `"acquiring_ledger_epoch"`;
const STAMPS = `"created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null`;

const RECOVERY_COLUMNS = [
  `"id" text not null`,
  `"account" text not null`,
  `"reason" text not null`,
  `"details" text not null`,
  `"since" timestamptz null`,
  `"begun_at" timestamptz not null`,
  `"begun_by" text not null`,
  `"cursor" text null`,
  `"queried" integer not null`,
  `"changed" integer not null`,
  `"held_payouts" integer not null`,
  `"finished_at" timestamptz null`,
  `"finished_by" text null`,
];

const LOST_COLUMNS = [
  `"id" text not null`,
  `"account" text not null`,
  `"kind" text not null`,
  `"order_no" text null`,
  `"gateway_payment_id" text null`,
  `"currency" text null`,
  `"minor" text null`,
  `"sent_at" timestamptz null`,
  `"source" text not null`,
  `"found_at" timestamptz not null`,
  `"queried_at" timestamptz null`,
  `"result" text null`,
];

const EPOCH_COLUMNS = [
  `"id" text not null`,
  `"system_identifier" text null`,
  `"timeline" text null`,
  `"database_oid" text null`,
  `"noted_at" timestamptz not null`,
];

/** The number is ours: it stands for recovery mode in Postgres' advisory locks. */
const REFUSE = `
  CREATE OR REPLACE FUNCTION acquiring_refuse_in_recovery() RETURNS trigger LANGUAGE plpgsql AS $$
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
  END $$;`;

const INDEXES = [
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_recovery_deleted_at" ON ${RECOVERY} ("deleted_at") WHERE deleted_at IS NULL;`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_recovery_open" ON ${RECOVERY} ("account") WHERE finished_at IS NULL AND deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_lost_write_deleted_at" ON ${LOST} ("deleted_at") WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_lost_write_open" ON ${LOST} ("account") WHERE queried_at IS NULL AND deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_ledger_epoch_deleted_at" ON ${EPOCH} ("deleted_at") WHERE deleted_at IS NULL;`,
];

const TABLES = [
  [RECOVERY, RECOVERY_COLUMNS, "acquiring_recovery_pkey"],
  [LOST, LOST_COLUMNS, "acquiring_lost_write_pkey"],
  [EPOCH, EPOCH_COLUMNS, "acquiring_ledger_epoch_pkey"],
] as const;

const SENDING = ["acquiring_operation", "acquiring_payout_send"];

export class Migration20261124120100 extends Migration {
  override async up(): Promise<void> {
    for (const [table, columns, key] of TABLES) {
      this.addSql(
        `create table if not exists ${table} (${columns.join(", ")}, ${STAMPS}, constraint "${key}" primary key ("id"));`,
      );
    }
    for (const sql of [...INDEXES, REFUSE]) this.addSql(sql);
    for (const table of SENDING) {
      this.addSql(`DROP TRIGGER IF EXISTS acquiring_recovery_begin ON "${table}";`);
      this.addSql(
        `CREATE TRIGGER acquiring_recovery_begin BEFORE INSERT ON "${table}" FOR EACH ROW WHEN (NEW.status = 'sending') EXECUTE FUNCTION acquiring_refuse_in_recovery();`,
      );
      this.addSql(`DROP TRIGGER IF EXISTS acquiring_recovery_again ON "${table}";`);
      this.addSql(
        `CREATE TRIGGER acquiring_recovery_again BEFORE UPDATE ON "${table}" FOR EACH ROW WHEN (NEW.status = 'sending' AND OLD.status <> 'sending') EXECUTE FUNCTION acquiring_refuse_in_recovery();`,
      );
    }
  }

  override async down(): Promise<void> {
    for (const table of SENDING) {
      this.addSql(`DROP TRIGGER IF EXISTS acquiring_recovery_begin ON "${table}";`);
      this.addSql(`DROP TRIGGER IF EXISTS acquiring_recovery_again ON "${table}";`);
    }
    this.addSql(`DROP FUNCTION IF EXISTS acquiring_refuse_in_recovery();`);
    for (const [table] of TABLES) this.addSql(`drop table if exists ${table} cascade;`);
  }
}
