import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/** The instalment plan of a payment. An older version ignores it, and sends no plans. */
export class Migration20261127023000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`SET LOCAL lock_timeout = '2s';`);
    this.addSql(`ALTER TABLE "acquiring_payment_attempt" ADD COLUMN IF NOT EXISTS "instalments" jsonb null;`);
  }

  /** Refused while there are payments: what their customers agreed to would be lost. */
  override async down(): Promise<void> {
    this.addSql(`
      DO $$ BEGIN
        IF EXISTS (SELECT FROM acquiring_entry) THEN
          RAISE EXCEPTION 'There are records in acquiring_entry; the migration cannot be rolled back.' USING ERRCODE = 'restrict_violation';
        END IF;
      END $$;`);
    this.addSql(`alter table "acquiring_payment_attempt" drop column if exists "instalments";`);
  }
}
