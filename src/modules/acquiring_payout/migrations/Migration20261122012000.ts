import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/** An approval says of which version of the payout it is, and is sealed; one without a seal counts for nothing. Written by hand. */
const APPROVAL = '"acquiring_payout_approval"';

export class Migration20261122012000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `alter table if exists ${APPROVAL} add column if not exists "version" integer null, add column if not exists "seal" text null;`,
    );
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists ${APPROVAL} drop column if exists "version", drop column if exists "seal";`);
  }
}
