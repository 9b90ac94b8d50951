import { Migration } from "@medusajs/framework/mikro-orm/migrations";

const BEFORE = ["payment", "attention_raised", "attention_resolved", "overview", "dispute_due", "saved_card"];
const LINKS = ["created", "opened", "paid", "expired"].map((each) => `payment_link_${each}`);
const SUBSCRIPTIONS = ["created", "renewed", "renewal_failed", "cancelled"].map((each) => `subscription_${each}`);
const PAYOUTS = ["submitted", "approved", "sent", "paid", "failed"].map((each) => `payout_${each}`);

const eventKinds = (kinds: readonly string[]): readonly string[] => [
  `alter table if exists "acquiring_event" drop constraint if exists "acquiring_event_kind_check";`,
  `alter table if exists "acquiring_event" add constraint "acquiring_event_kind_check" check ("kind" in ('${kinds.join("', '")}'));`,
];

/** Events of payment links, subscriptions and payouts. An older version leaves them for a newer one. */
export class Migration20261128010000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`SET LOCAL lock_timeout = '2s';`);
    for (const sql of eventKinds([...BEFORE, ...LINKS, ...SUBSCRIPTIONS, ...PAYOUTS])) this.addSql(sql);
  }

  /** Refused while there are payments, or events that an older version does not know. */
  override async down(): Promise<void> {
    this.addSql(`
      DO $$ BEGIN
        IF EXISTS (SELECT FROM acquiring_entry) THEN
          RAISE EXCEPTION 'There are records in acquiring_entry; the migration cannot be rolled back.' USING ERRCODE = 'restrict_violation';
        END IF;
      END $$;`);
    for (const sql of eventKinds(BEFORE)) this.addSql(sql);
  }
}
