import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/** A lost operation is recorded again under its own idempotency key. An older version ignores the column. */
export class Migration20261129110000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`SET LOCAL lock_timeout = '2s';`);
    this.addSql(`ALTER TABLE "acquiring_lost_write" ADD COLUMN IF NOT EXISTS "idempotency_key" text null;`);
  }

  /** Refused while there are payments. */
  override async down(): Promise<void> {
    this.addSql(`
      DO $$ BEGIN
        IF EXISTS (SELECT FROM acquiring_entry) THEN
          RAISE EXCEPTION 'There are records in acquiring_entry; the migration cannot be rolled back.' USING ERRCODE = 'restrict_violation';
        END IF;
      END $$;`);
    this.addSql(`ALTER TABLE "acquiring_lost_write" DROP COLUMN IF EXISTS "idempotency_key";`);
  }
}
