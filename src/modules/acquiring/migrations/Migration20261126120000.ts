import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/**
 * Payment links, and the payment collection that an attempt pays for. It only adds: a server of the version before keeps
 * working on these tables. At most one live attempt pays for a collection, whatever its session.
 */
const STATEMENTS = [
  `SET LOCAL lock_timeout = '2s';`,
  `create table if not exists "acquiring_payment_link" (
    "id" text not null,
    "serial" integer not null,
    "order_id" text not null,
    "currency" text not null,
    "amount" numeric not null,
    "expires_at" timestamptz not null,
    "opened_at" timestamptz null,
    "paid_at" timestamptz null,
    "attempt_id" text null,
    "revoked_at" timestamptz null,
    "created_by" text null,
    "announced" text not null default '',
    "announce_at" timestamptz null,
    "raw_amount" jsonb not null,
    "created_at" timestamptz not null default now(),
    "updated_at" timestamptz not null default now(),
    "deleted_at" timestamptz null,
    constraint "acquiring_payment_link_pkey" primary key ("id")
  );`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_payment_link_deleted_at" ON "acquiring_payment_link" (deleted_at) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_payment_link_order" ON "acquiring_payment_link" (order_id, created_at) WHERE deleted_at IS NULL;`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_payment_link_open" ON "acquiring_payment_link" (order_id) WHERE (paid_at IS NULL) AND (revoked_at IS NULL) AND (deleted_at IS NULL);`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_payment_link_announce" ON "acquiring_payment_link" (announce_at) WHERE (announce_at IS NOT NULL) AND (deleted_at IS NULL);`,
  `ALTER TABLE "acquiring_payment_attempt" ADD COLUMN IF NOT EXISTS "collection_id" text null;`,
  `ALTER TABLE "acquiring_payment_attempt" ADD COLUMN IF NOT EXISTS "payment_link_id" text null;`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_attempt_live_collection" ON "acquiring_payment_attempt" (collection_id) WHERE (collection_id IS NOT NULL) AND (state = ANY (ARRAY['created', 'action_required', 'pending', 'unknown', 'authorised', 'captured'])) AND (NOT is_late) AND (deleted_at IS NULL);`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_attempt_collection" ON "acquiring_payment_attempt" (collection_id) WHERE (collection_id IS NOT NULL) AND (deleted_at IS NULL);`,
];

export class Migration20261126120000 extends Migration {
  override async up(): Promise<void> {
    for (const sql of STATEMENTS) this.addSql(sql);
  }

  /** Refused while there are links, or a payment was made with one: its collection would be lost. */
  override async down(): Promise<void> {
    this.addSql(`
      DO $$ BEGIN
        IF EXISTS (SELECT FROM acquiring_payment_attempt WHERE collection_id IS NOT NULL) THEN
          RAISE EXCEPTION 'There are payments of payment links; the migration cannot be rolled back.' USING ERRCODE = 'restrict_violation';
        END IF;
        IF EXISTS (SELECT FROM acquiring_payment_link) THEN
          RAISE EXCEPTION 'There are records in acquiring_payment_link; the migration cannot be rolled back.' USING ERRCODE = 'restrict_violation';
        END IF;
      END $$;`);
    this.addSql(`drop table if exists "acquiring_payment_link" cascade;`);
    this.addSql(`drop index if exists "IDX_acquiring_attempt_live_collection";`);
    this.addSql(`drop index if exists "IDX_acquiring_attempt_collection";`);
    this.addSql(`alter table "acquiring_payment_attempt" drop column if exists "collection_id";`);
    this.addSql(`alter table "acquiring_payment_attempt" drop column if exists "payment_link_id";`);
  }
}
