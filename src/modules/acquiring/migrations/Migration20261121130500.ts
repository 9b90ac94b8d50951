import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/** What is old in the inbox is found without reading all of it. */
export class Migration20261121130500 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_acquiring_inbox_handled" ON "acquiring_inbox_event" ("received_at") WHERE status <> 'pending' AND deleted_at IS NULL;`,
    );
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_acquiring_inbox_handled";`);
  }
}
