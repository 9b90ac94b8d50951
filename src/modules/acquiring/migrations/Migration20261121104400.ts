import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/**
 * What the model language cannot say of saved cards. The checks keep a card number out of the table by the database's
 * own word, and a removed row without a token. Written by hand.
 */
const CARD_NUMBER = "'(^|[^0-9])[0-9]{12,19}([^0-9]|$)'";

const CHECKS = {
  acquiring_saved_card_no_number: `token !~ ${CARD_NUMBER} AND mask !~ ${CARD_NUMBER}`,
  acquiring_saved_card_masked: "mask ~ '^[0-9]{0,6}[*]+[0-9]{4}$'",
  acquiring_saved_card_expiry: "expiry_month ~ '^(0[1-9]|1[0-2])$' AND expiry_year ~ '^20[0-9]{2}$'",
  acquiring_saved_card_words:
    "(holder_first_name || ' ' || holder_last_name || ' ' || coalesce(brand, '')) !~ '[0-9]{6}'",
  acquiring_saved_card_token_gone: "removed_at IS NULL OR token LIKE 'removed:%'",
};

export class Migration20261121104400 extends Migration {
  override async up(): Promise<void> {
    for (const [name, check] of Object.entries(CHECKS)) {
      this.addSql(`ALTER TABLE "acquiring_saved_card" DROP CONSTRAINT IF EXISTS ${name};`);
      this.addSql(`ALTER TABLE "acquiring_saved_card" ADD CONSTRAINT ${name} CHECK (${check});`);
    }
  }

  override async down(): Promise<void> {
    for (const name of Object.keys(CHECKS)) {
      this.addSql(`ALTER TABLE IF EXISTS "acquiring_saved_card" DROP CONSTRAINT IF EXISTS ${name};`);
    }
  }
}
