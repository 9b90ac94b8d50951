import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/** When payments and saved cards were imported from another integration. It only adds; an older version leaves them empty. */
export class Migration20261126150000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`SET LOCAL lock_timeout = '2s';`);
    this.addSql(`ALTER TABLE "acquiring_payment_attempt" ADD COLUMN IF NOT EXISTS "imported_at" timestamptz null;`);
    this.addSql(`ALTER TABLE "acquiring_saved_card" ADD COLUMN IF NOT EXISTS "imported_at" timestamptz null;`);
  }

  /** Refused while something was imported: it would be taken for a payment that this store sent. */
  override async down(): Promise<void> {
    this.addSql(`
      DO $$ BEGIN
        IF EXISTS (SELECT FROM acquiring_payment_attempt WHERE imported_at IS NOT NULL)
          OR EXISTS (SELECT FROM acquiring_saved_card WHERE imported_at IS NOT NULL) THEN
          RAISE EXCEPTION 'There are imported payments or cards; the migration cannot be rolled back.' USING ERRCODE = 'restrict_violation';
        END IF;
      END $$;`);
    this.addSql(`ALTER TABLE "acquiring_payment_attempt" DROP COLUMN IF EXISTS "imported_at";`);
    this.addSql(`ALTER TABLE "acquiring_saved_card" DROP COLUMN IF EXISTS "imported_at";`);
  }
}
