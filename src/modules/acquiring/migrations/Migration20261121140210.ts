import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/**
 * What people said about held payments that two have to agree on, append-only by the
 * database's own word, like the audit trail; and an index to what a customer paid
 * before. Written by hand.
 */
const TABLE = '"acquiring_review_vote"';

export class Migration20261121140210 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `create table if not exists ${TABLE} ("id" text not null, "attempt_id" text not null, "actor_id" text not null, "verdict" text check ("verdict" in ('approve', 'reject')) not null, "note" text null, "at" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "acquiring_review_vote_pkey" primary key ("id"));`,
    );
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_acquiring_review_vote_deleted_at" ON ${TABLE} ("deleted_at") WHERE deleted_at IS NULL;`,
    );
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_acquiring_review_vote_once" ON ${TABLE} ("attempt_id", "actor_id") WHERE deleted_at IS NULL;`,
    );
    this.addSql(`DROP TRIGGER IF EXISTS acquiring_append_only ON ${TABLE};`);
    this.addSql(
      `CREATE TRIGGER acquiring_append_only BEFORE UPDATE OR DELETE ON ${TABLE} FOR EACH ROW EXECUTE FUNCTION acquiring_refuse_change();`,
    );
    this.addSql(`DROP TRIGGER IF EXISTS acquiring_no_truncate ON ${TABLE};`);
    this.addSql(
      `CREATE TRIGGER acquiring_no_truncate BEFORE TRUNCATE ON ${TABLE} FOR EACH STATEMENT EXECUTE FUNCTION acquiring_refuse_change();`,
    );
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_acquiring_attempt_customer" ON "acquiring_payment_attempt" ("customer_id", "created_at") WHERE deleted_at IS NULL;`,
    );
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_acquiring_attempt_customer";`);
    this.addSql(`drop table if exists ${TABLE} cascade;`);
  }
}
