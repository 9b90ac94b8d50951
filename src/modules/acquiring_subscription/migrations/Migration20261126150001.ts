import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/** From when an imported subscription's charges belong to this store. It only adds; an older version leaves it empty. */
export class Migration20261126150001 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`SET LOCAL lock_timeout = '2s';`);
    this.addSql(`ALTER TABLE "acquiring_subscription" ADD COLUMN IF NOT EXISTS "takes_over_at" timestamptz null;`);
  }

  /** Refused while a subscription was imported: its earlier charges would become orders. */
  override async down(): Promise<void> {
    this.addSql(`
      DO $$ BEGIN
        IF EXISTS (SELECT FROM acquiring_subscription WHERE takes_over_at IS NOT NULL) THEN
          RAISE EXCEPTION 'There are imported subscriptions; the migration cannot be rolled back.' USING ERRCODE = 'restrict_violation';
        END IF;
      END $$;`);
    this.addSql(`ALTER TABLE "acquiring_subscription" DROP COLUMN IF EXISTS "takes_over_at";`);
  }
}
