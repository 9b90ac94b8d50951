import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/** Whose turn it is to complete a cart, over all processes of the store. Written by hand. */
export class Migration20261121145000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `create table if not exists "acquiring_completion" ("cart_id" text not null, "holder" text not null, "leased_until" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "acquiring_completion_pkey" primary key ("cart_id"));`,
    );
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_acquiring_completion_deleted_at" ON "acquiring_completion" ("deleted_at") WHERE deleted_at IS NULL;`,
    );
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "acquiring_completion" cascade;`);
  }
}
