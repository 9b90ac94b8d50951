import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/**
 * A capture whose own answer was lost is told of by the gateway's word on the payment, which names no amount: since when
 * that is so, until something names it. Those that were captured before are not looked at. Written by hand.
 */
const OPERATION = `"acquiring_operation"`;

export class Migration20261122170000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`alter table if exists ${OPERATION} add column if not exists "inferred_at" timestamptz null;`);
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_acquiring_operation_inferred" ON ${OPERATION} ("inferred_at") WHERE inferred_at IS NOT NULL AND deleted_at IS NULL;`,
    );
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_acquiring_operation_inferred";`);
    this.addSql(`alter table if exists ${OPERATION} drop column if exists "inferred_at";`);
  }
}
