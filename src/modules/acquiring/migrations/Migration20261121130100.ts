import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/** Disputes: what a bank contests is shown beside the payment and moves no amount. */
export class Migration20261121130100 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`ALTER TABLE "acquiring_payment_attempt" ADD COLUMN IF NOT EXISTS "dispute" jsonb NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`ALTER TABLE IF EXISTS "acquiring_payment_attempt" DROP COLUMN IF EXISTS "dispute";`);
  }
}
