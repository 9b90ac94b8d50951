import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/**
 * Saved cards. The checks keep a card number out of the table by the database's
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
    this.addSql(
      `create table if not exists "acquiring_saved_card" ("id" text not null, "account" text not null, "customer_id" text not null, "token" text not null, "mask" text not null, "brand" text null, "expiry_month" text not null, "expiry_year" text not null, "holder_first_name" text not null, "holder_last_name" text not null, "last_used_at" timestamptz null, "refused_at" timestamptz null, "refused_code" text null, "removed_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "acquiring_saved_card_pkey" primary key ("id"));`,
    );
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_acquiring_saved_card_deleted_at" ON "acquiring_saved_card" ("deleted_at") WHERE deleted_at IS NULL;`,
    );
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_saved_card_token" ON "acquiring_saved_card" ("account", "token") WHERE removed_at IS NULL AND deleted_at IS NULL;`,
    );
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_acquiring_saved_card_customer" ON "acquiring_saved_card" ("customer_id") WHERE removed_at IS NULL AND deleted_at IS NULL;`,
    );
    for (const [name, check] of Object.entries(CHECKS)) {
      this.addSql(`ALTER TABLE "acquiring_saved_card" DROP CONSTRAINT IF EXISTS ${name};`);
      this.addSql(`ALTER TABLE "acquiring_saved_card" ADD CONSTRAINT ${name} CHECK (${check});`);
    }
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "acquiring_saved_card" cascade;`);
  }
}
