import { Migration } from "@medusajs/framework/mikro-orm/migrations";

const STATEMENTS = [
  `ALTER TABLE "acquiring_payment_attempt" ADD COLUMN IF NOT EXISTS "sales_channel_id" text null;`,
  `ALTER TABLE "acquiring_overview_day" ADD COLUMN IF NOT EXISTS "sales_channel_id" text null;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_attempt_list_channel" ON "acquiring_payment_attempt" (sales_channel_id, created_at) WHERE (sales_channel_id IS NOT NULL) AND (deleted_at IS NULL);`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_overview_day_older" ON "acquiring_overview_day" (day) WHERE (sales_channel_id IS NULL) AND (deleted_at IS NULL);`,
];

/** The sales channel of a payment. Days of the overview from before have none and are computed again; an older version ignores the columns. */
export class Migration20261127234500 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`SET LOCAL lock_timeout = '2s';`);
    for (const sql of STATEMENTS) this.addSql(sql);
  }

  /** Refused while there are payments. */
  override async down(): Promise<void> {
    this.addSql(`
      DO $$ BEGIN
        IF EXISTS (SELECT FROM acquiring_entry) THEN
          RAISE EXCEPTION 'There are records in acquiring_entry; the migration cannot be rolled back.' USING ERRCODE = 'restrict_violation';
        END IF;
      END $$;`);
    for (const index of ["attempt_list_channel", "overview_day_older"])
      this.addSql(`drop index if exists "IDX_acquiring_${index}";`);
    for (const table of ["payment_attempt", "overview_day"])
      this.addSql(`ALTER TABLE "acquiring_${table}" DROP COLUMN IF EXISTS "sales_channel_id";`);
  }
}
