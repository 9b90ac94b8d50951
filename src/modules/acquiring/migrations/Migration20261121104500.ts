import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/**
 * The counts of the card-testing limits. `hits` is what the model language
 * cannot say; it is added by itself, so that it does not matter whether this or
 * a generated migration makes the table. Written by hand.
 */
export class Migration20261121104500 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `create table if not exists "acquiring_velocity" ("key" text not null, "account" text not null, "scope" text check ("scope" in ('session', 'cart', 'customer', 'address', 'card')) not null, "forget_after" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "acquiring_velocity_pkey" primary key ("key"));`,
    );
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_acquiring_velocity_deleted_at" ON "acquiring_velocity" ("deleted_at") WHERE deleted_at IS NULL;`,
    );
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_acquiring_velocity_forget" ON "acquiring_velocity" ("forget_after") WHERE deleted_at IS NULL;`,
    );
    this.addSql(`ALTER TABLE "acquiring_velocity" ADD COLUMN IF NOT EXISTS "hits" bigint[] NOT NULL DEFAULT '{}';`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "acquiring_velocity" cascade;`);
  }
}
