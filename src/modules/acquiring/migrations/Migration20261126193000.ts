import { Migration } from "@medusajs/framework/mikro-orm/migrations";

const COLUMNS = ["description text", "methods text", "language text", "sent_at timestamptz", "sent_key text"];

/** What a payment link says and allows, and when it was sent. An older version ignores it. */
export class Migration20261126193000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`SET LOCAL lock_timeout = '2s';`);
    for (const column of COLUMNS)
      this.addSql(`ALTER TABLE "acquiring_payment_link" ADD COLUMN IF NOT EXISTS ${column} null;`);
  }

  /** Refused while there are payments, as before; and while a link restricts its methods: they would all be offered. */
  override async down(): Promise<void> {
    this.addSql(`
      DO $$ BEGIN
        IF EXISTS (SELECT FROM acquiring_entry) THEN
          RAISE EXCEPTION 'There are records in acquiring_entry; the migration cannot be rolled back.' USING ERRCODE = 'restrict_violation';
        END IF;
        IF EXISTS (SELECT FROM acquiring_payment_link WHERE COALESCE(description, methods, language, sent_key) IS NOT NULL) THEN
          RAISE EXCEPTION 'There are records in acquiring_payment_link; the migration cannot be rolled back.' USING ERRCODE = 'restrict_violation';
        END IF;
      END $$;`);
    for (const column of COLUMNS)
      this.addSql(`alter table "acquiring_payment_link" drop column if exists ${column.split(" ")[0] ?? ""};`);
  }
}
