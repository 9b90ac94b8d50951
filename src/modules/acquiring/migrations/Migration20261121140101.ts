import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/**
 * The list of payments is filtered, sorted and searched from indexes. Two kinds of them
 * no model can say: a text that is searched by its beginning, and a field inside the
 * risk column. Written by hand.
 */
const ON = 'ON "acquiring_payment_attempt"';
const INDEXES: Readonly<Record<string, string>> = {
  state: `("state", "created_at") WHERE deleted_at IS NULL`,
  account: `("account", "created_at") WHERE deleted_at IS NULL`,
  mode: `("mode", "created_at") WHERE deleted_at IS NULL`,
  method: `("method", "created_at") WHERE method IS NOT NULL AND deleted_at IS NULL`,
  amount: `("requested") WHERE deleted_at IS NULL`,
  currency: `("currency", "requested") WHERE deleted_at IS NULL`,
  risk: `((risk->>'action'), "created_at") WHERE deleted_at IS NULL`,
  order_no_text: `("order_no" text_pattern_ops) WHERE deleted_at IS NULL`,
  gateway_id_text: `("gateway_payment_id" text_pattern_ops) WHERE gateway_payment_id IS NOT NULL AND deleted_at IS NULL`,
};

export class Migration20261121140101 extends Migration {
  override async up(): Promise<void> {
    for (const [name, columns] of Object.entries(INDEXES)) {
      this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_acquiring_attempt_list_${name}" ${ON} ${columns};`);
    }
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_acquiring_attention_open_attempt" ON "acquiring_attention_item" ("attempt_id") WHERE cleared_at IS NULL AND deleted_at IS NULL;`,
    );
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_acquiring_operation_unbooked_capture" ON "acquiring_operation" ("attempt_id") WHERE kind = 'capture' AND status = 'settled' AND NOT booked AND deleted_at IS NULL;`,
    );
  }

  override async down(): Promise<void> {
    this.addSql(`DROP INDEX IF EXISTS "IDX_acquiring_operation_unbooked_capture";`);
    this.addSql(`DROP INDEX IF EXISTS "IDX_acquiring_attention_open_attempt";`);
    for (const name of Object.keys(INDEXES)) this.addSql(`DROP INDEX IF EXISTS "IDX_acquiring_attempt_list_${name}";`);
  }
}
