import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/**
 * A payment is also held where an answer of the gateway could not be read. An enum column's check is replaced, which the
 * generator does not see. Written by hand.
 */
const ATTEMPT = '"acquiring_payment_attempt"';
const CHECK = '"acquiring_payment_attempt_hold_reason_check"';

const reasons = (names: string): readonly string[] => [
  `alter table if exists ${ATTEMPT} drop constraint if exists ${CHECK};`,
  `alter table if exists ${ATTEMPT} add constraint ${CHECK} check ("hold_reason" in (${names}));`,
];

export class Migration20261124120700 extends Migration {
  override async up(): Promise<void> {
    for (const sql of reasons("'gateway', 'owner', 'unreadable'")) this.addSql(sql);
  }

  /** Refused by the check while a payment is held for this reason: why it is held is not forgotten. */
  override async down(): Promise<void> {
    for (const sql of reasons("'gateway', 'owner'")) this.addSql(sql);
  }
}
