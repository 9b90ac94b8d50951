import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/** Refunds of Medusa's button that core is still recording in their order. Written by hand. */
const TABLE = `"acquiring_refund_reservation"`;

export class Migration20261124120500 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `create table if not exists ${TABLE} ("refund_id" text not null, "payment_id" text not null, "order_id" text not null, "credit_before" text not null, "credit_due" text not null, "reserved_at" timestamptz not null, "answered_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "acquiring_refund_reservation_pkey" primary key ("refund_id"));`,
    );
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_acquiring_refund_reservation_order_id" ON ${TABLE} ("order_id") WHERE deleted_at IS NULL;`,
    );
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_acquiring_refund_reservation_deleted_at" ON ${TABLE} ("deleted_at") WHERE deleted_at IS NULL;`,
    );
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists ${TABLE} cascade;`);
  }
}
