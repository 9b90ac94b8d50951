import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/** Captures whose own answer was lost are few among all entries, and are looked for once a minute. Written by hand. */
const INDEX = `
  CREATE INDEX IF NOT EXISTS "IDX_acquiring_entry_inferred" ON "acquiring_entry" ("occurred_at")
  WHERE kind = 'captured' AND source <> 'response' AND source <> 'request' AND operation_id IS NOT NULL AND deleted_at IS NULL;`;

export class Migration20261122170000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(INDEX);
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_acquiring_entry_inferred";`);
  }
}
