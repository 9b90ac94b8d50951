import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/**
 * The gateway account that a payment, a payout or a card's token belongs to. Rows from before have an empty one: the
 * first start after this migration writes down, once for each account key, which account they were sent to. Written by
 * hand.
 */
const TABLES = ["acquiring_payment_attempt", "acquiring_payout_send", "acquiring_saved_card"];
const BY_NUMBER = "IDX_acquiring_attempt_gateway_id";
const NUMBERED = `WHERE gateway_payment_id IS NOT NULL AND deleted_at IS NULL`;

export class Migration20261124120200 extends Migration {
  override async up(): Promise<void> {
    for (const table of TABLES)
      this.addSql(
        `alter table if exists "${table}" add column if not exists "gateway_identity" text not null default '';`,
      );
    this.addSql(
      `create table if not exists "acquiring_account_identity" ("id" text not null, "account" text not null, "identity" text not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "acquiring_account_identity_pkey" primary key ("id"));`,
    );
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_acquiring_account_identity_deleted_at" ON "acquiring_account_identity" ("deleted_at") WHERE deleted_at IS NULL;`,
    );
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_account_identity_account" ON "acquiring_account_identity" ("account") WHERE deleted_at IS NULL;`,
    );
    // Two gateways may give the same number to two payments.
    this.addSql(`drop index if exists "${BY_NUMBER}";`);
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "${BY_NUMBER}" ON "acquiring_payment_attempt" ("account", "gateway_identity", "gateway_payment_id") ${NUMBERED};`,
    );
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "${BY_NUMBER}";`);
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "${BY_NUMBER}" ON "acquiring_payment_attempt" ("account", "gateway_payment_id") ${NUMBERED};`,
    );
    this.addSql(`drop table if exists "acquiring_account_identity";`);
    for (const table of TABLES)
      this.addSql(`alter table if exists "${table}" drop column if exists "gateway_identity";`);
  }
}
