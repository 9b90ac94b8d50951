import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/**
 * How many queries notifications without proof have caused for a payment, and since when they are counted: a sender who
 * knows an order number cannot cause more. And when the return token was used: it opens the session once. Written by hand.
 */
const ATTEMPT = `"acquiring_payment_attempt"`;

export class Migration20261124120300 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `alter table if exists ${ATTEMPT} add column if not exists "unproven_looks" integer not null default 0, add column if not exists "unproven_since" timestamptz null, add column if not exists "return_used_at" timestamptz null;`,
    );
  }

  override async down(): Promise<void> {
    this.addSql(
      `alter table if exists ${ATTEMPT} drop column if exists "unproven_looks", drop column if exists "unproven_since", drop column if exists "return_used_at";`,
    );
  }
}
