import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/** Attention items are listed newest first, open and closed ones, without reading all of them. */
export class Migration20261121140200 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_acquiring_attention_raised" ON "acquiring_attention_item" ("raised_at", "id") WHERE cleared_at IS NULL AND deleted_at IS NULL;`,
    );
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_acquiring_attention_closed" ON "acquiring_attention_item" ("cleared_at", "id") WHERE cleared_at IS NOT NULL AND deleted_at IS NULL;`,
    );
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_acquiring_attention_closed_kind" ON "acquiring_attention_item" ("kind", "cleared_at") WHERE cleared_at IS NOT NULL AND deleted_at IS NULL;`,
    );
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_acquiring_attention_raised";`);
    this.addSql(`drop index if exists "IDX_acquiring_attention_closed";`);
    this.addSql(`drop index if exists "IDX_acquiring_attention_closed_kind";`);
  }
}
