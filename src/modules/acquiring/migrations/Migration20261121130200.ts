import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/**
 * Payments that wait for a person's decision, and the verdicts that are sent to
 * the gateway. An enum column's check and a partial index of the same name are
 * replaced, which the generator does not see. Written by hand.
 */
const ATTEMPT = '"acquiring_payment_attempt"';
const OPERATION = '"acquiring_operation"';
const SETTLE = "IDX_acquiring_operation_open_settle";

const kinds = (names: string): readonly string[] => [
  `alter table if exists ${OPERATION} drop constraint if exists "acquiring_operation_kind_check";`,
  `alter table if exists ${OPERATION} add constraint "acquiring_operation_kind_check" check ("kind" in (${names}));`,
];
const settling = (names: string): readonly string[] => [
  `DROP INDEX IF EXISTS "${SETTLE}";`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "${SETTLE}" ON ${OPERATION} ("attempt_id") WHERE kind IN (${names}) AND status IN ('sending','unknown') AND deleted_at IS NULL;`,
];

export class Migration20261121130200 extends Migration {
  override async up(): Promise<void> {
    [
      ...kinds("'authorise', 'capture', 'void', 'refund', 'review'"),
      `alter table if exists ${OPERATION} add column if not exists "verdict" text check ("verdict" in ('approve', 'reject')) null;`,
      ...settling("'capture','void','review'"),
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_operation_one_review" ON ${OPERATION} ("attempt_id") WHERE kind = 'review' AND status IN ('sending','unknown','pending','settled') AND deleted_at IS NULL;`,
      `alter table if exists ${ATTEMPT} add column if not exists "billing_country" text null, add column if not exists "held_at" timestamptz null, add column if not exists "hold_reason" text check ("hold_reason" in ('gateway', 'owner')) null, add column if not exists "hold_decision" text check ("hold_decision" in ('approved', 'rejected')) null, add column if not exists "hold_decided_at" timestamptz null;`,
      `CREATE INDEX IF NOT EXISTS "IDX_acquiring_attempt_held" ON ${ATTEMPT} ("held_at") WHERE held_at IS NOT NULL AND hold_decision IS NULL AND deleted_at IS NULL;`,
    ].forEach((sql) => {
      this.addSql(sql);
    });
  }

  /** Refused by the check once a verdict was sent: what was asked of the gateway is not forgotten. */
  override async down(): Promise<void> {
    [
      ...kinds("'authorise', 'capture', 'void', 'refund'"),
      `DROP INDEX IF EXISTS "IDX_acquiring_attempt_held";`,
      `alter table if exists ${ATTEMPT} drop column if exists "billing_country", drop column if exists "held_at", drop column if exists "hold_reason", drop column if exists "hold_decision", drop column if exists "hold_decided_at";`,
      `DROP INDEX IF EXISTS "IDX_acquiring_operation_one_review";`,
      ...settling("'capture','void'"),
      `alter table if exists ${OPERATION} drop column if exists "verdict";`,
    ].forEach((sql) => {
      this.addSql(sql);
    });
  }
}
