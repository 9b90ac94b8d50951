import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/**
 * Another end of a payout that the gateway named in an older message stands with its send, so that who follows the payout
 * tells a person, and what is told of it is not cleared by the next look. Written by hand.
 */
const SEND = `"acquiring_payout_send"`;

export class Migration20261123210000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `alter table if exists ${SEND} add column if not exists "dropped_end" text check ("dropped_end" in ('paid', 'failed', 'cancelled')) null;`,
    );
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists ${SEND} drop column if exists "dropped_end";`);
  }
}
