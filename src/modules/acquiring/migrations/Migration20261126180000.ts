import { Migration } from "@medusajs/framework/mikro-orm/migrations";

const TABLE = [
  `create table if not exists "acquiring_event" (
    "id" text not null,
    "kind" text check ("kind" in ('payment', 'attention_raised', 'attention_resolved')) not null,
    "row_id" text not null,
    "created_at" timestamptz not null default now(),
    "updated_at" timestamptz not null default now(),
    "deleted_at" timestamptz null,
    constraint "acquiring_event_pkey" primary key ("id")
  );`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_event_deleted_at" ON "acquiring_event" (deleted_at) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_event_created" ON "acquiring_event" (created_at) WHERE deleted_at IS NULL;`,
];

/** Attention items are written in many places and rarely: a trigger announces each. */
const ATTENTION = [
  `CREATE OR REPLACE FUNCTION acquiring_announce_attention()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
   BEGIN
     INSERT INTO acquiring_event (id, kind, row_id)
     VALUES ('acqevt_' || NEW.id || '_' || TG_ARGV[0], 'attention_' || TG_ARGV[0], NEW.id)
     ON CONFLICT (id) DO NOTHING;
     RETURN NULL;
   END $$;`,
  `CREATE OR REPLACE TRIGGER acquiring_announce_raised AFTER INSERT ON "acquiring_attention_item" FOR EACH ROW EXECUTE FUNCTION acquiring_announce_attention('raised');`,
  `CREATE OR REPLACE TRIGGER acquiring_announce_resolved AFTER UPDATE OF cleared_at ON "acquiring_attention_item" FOR EACH ROW WHEN (old.cleared_at IS NULL AND new.cleared_at IS NOT NULL) EXECUTE FUNCTION acquiring_announce_attention('resolved');`,
];

/** Events that wait for Medusa's event bus (ADR 33). An older version writes none and is not disturbed. */
export class Migration20261126180000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`SET LOCAL lock_timeout = '2s';`);
    for (const sql of [...TABLE, ...ATTENTION]) this.addSql(sql);
  }

  /** Why the new triggers refuse nothing that the version before writes: `modules/expand-contract` asks. */
  static readonly harmless = {
    "acquiring_attention_item.acquiring_announce_raised": "it only adds a row to acquiring_event, at most once",
    "acquiring_attention_item.acquiring_announce_resolved": "it only adds a row to acquiring_event, at most once",
  };

  /** Refused while there are payments: events that wait would be lost, and an older version runs beside this table. */
  override async down(): Promise<void> {
    this.addSql(`
      DO $$ BEGIN
        IF EXISTS (SELECT FROM acquiring_entry) THEN
          RAISE EXCEPTION 'There are records in acquiring_entry; the migration cannot be rolled back.' USING ERRCODE = 'restrict_violation';
        END IF;
      END $$;`);
    this.addSql(`drop trigger if exists acquiring_announce_raised on "acquiring_attention_item";`);
    this.addSql(`drop trigger if exists acquiring_announce_resolved on "acquiring_attention_item";`);
    this.addSql(`drop function if exists acquiring_announce_attention();`);
    this.addSql(`drop table if exists "acquiring_event" cascade;`);
  }
}
