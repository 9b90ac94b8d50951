import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/**
 * Contracts that the gateway charges by itself: the attempt that begins one keeps its
 * terms and the gateway's number of it, a renewal is an attempt that names the one it
 * renews, and a contract can be ended. Written by hand.
 */
const ATTEMPT = `"acquiring_payment_attempt"`;
const OPERATION = `"acquiring_operation"`;

const COLUMNS = [
  `"subscription" jsonb null`,
  `"renewal_of" text null`,
  `"recurring_id" text null`,
  `"recurring" jsonb null`,
  `"wire_order_no" text null`,
  `"subscription_due_at" timestamptz null`,
];

const INDEXES = [
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_attempt_recurring" ON ${ATTEMPT} ("account", "recurring_id") WHERE recurring_id IS NOT NULL AND deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_attempt_renewal" ON ${ATTEMPT} ("renewal_of", "created_at") WHERE renewal_of IS NOT NULL AND deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_attempt_wire_order" ON ${ATTEMPT} ("wire_order_no" text_pattern_ops) WHERE wire_order_no IS NOT NULL AND deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_attempt_subscription" ON ${ATTEMPT} ("subscription_due_at") WHERE subscription_due_at IS NOT NULL AND deleted_at IS NULL;`,
];

const kinds = (names: string): readonly string[] => [
  `alter table if exists ${OPERATION} drop constraint if exists "acquiring_operation_kind_check";`,
  `alter table if exists ${OPERATION} add constraint "acquiring_operation_kind_check" check ("kind" in (${names}));`,
];

const BEFORE = "'authorise', 'capture', 'void', 'refund', 'review'";

export class Migration20261121150100 extends Migration {
  override async up(): Promise<void> {
    for (const column of COLUMNS) this.addSql(`alter table if exists ${ATTEMPT} add column if not exists ${column};`);
    for (const sql of INDEXES) this.addSql(sql);
    for (const sql of kinds(`${BEFORE}, 'cancel_subscription'`)) this.addSql(sql);
  }

  /** Fails, and changes nothing, while a contract was ended through the ledger: its row must not lose its meaning. */
  override async down(): Promise<void> {
    for (const sql of kinds(BEFORE)) this.addSql(sql);
    for (const sql of INDEXES) {
      const name = /"(IDX_[a-z_]+)"/.exec(sql)?.[1];
      if (name) this.addSql(`drop index if exists "${name}";`);
    }
    for (const column of COLUMNS)
      this.addSql(`alter table if exists ${ATTEMPT} drop column if exists ${column.split(" ")[0] ?? ""};`);
  }
}
