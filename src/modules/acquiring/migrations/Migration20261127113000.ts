import { Migration } from "@medusajs/framework/mikro-orm/migrations";

const TIMES = `"created_at" timestamptz not null default now(),
    "updated_at" timestamptz not null default now(),
    "deleted_at" timestamptz null`;

const TABLES = [
  `create table if not exists "acquiring_overview_day" (
    "id" text not null,
    "day" timestamptz not null,
    "account" text not null,
    "currency" text not null,
    "mode" text not null,
    "method" text null,
    "state" text not null,
    "code" text null,
    "figures" bigint[] not null default '{}',
    ${TIMES},
    constraint "acquiring_overview_day_pkey" primary key ("id")
  );`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_overview_day_deleted_at" ON "acquiring_overview_day" (deleted_at) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_overview_day" ON "acquiring_overview_day" (day, currency) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_overview_day_open" ON "acquiring_overview_day" (day) WHERE (state IN ('created','action_required','pending','unknown')) AND (deleted_at IS NULL);`,
  `create table if not exists "acquiring_overview_due" (
    "id" text not null,
    "day" timestamptz not null,
    ${TIMES},
    constraint "acquiring_overview_due_pkey" primary key ("id")
  );`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_overview_due_deleted_at" ON "acquiring_overview_due" (deleted_at) WHERE deleted_at IS NULL;`,
  `create table if not exists "acquiring_overview_fold" (
    "id" text not null,
    "folded_at" timestamptz not null,
    ${TIMES},
    constraint "acquiring_overview_fold_pkey" primary key ("id")
  );`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_overview_fold_deleted_at" ON "acquiring_overview_fold" (deleted_at) WHERE deleted_at IS NULL;`,
  `create table if not exists "acquiring_traffic_day" (
    "id" text not null,
    "account" text not null,
    "operation" text not null,
    "day" timestamptz not null,
    "requests" integer not null,
    "failed" integer not null,
    "histogram" integer[] not null default '{}',
    ${TIMES},
    constraint "acquiring_traffic_day_pkey" primary key ("id")
  );`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_traffic_day_deleted_at" ON "acquiring_traffic_day" (deleted_at) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_acquiring_traffic_day" ON "acquiring_traffic_day" (day) WHERE deleted_at IS NULL;`,
];

/** An event that is delivered leaves the day that it changed, in the same transaction, whichever version delivers it. */
const DUE = [
  `alter table if exists "acquiring_event" drop constraint if exists "acquiring_event_kind_check";`,
  `alter table if exists "acquiring_event" add constraint "acquiring_event_kind_check" check ("kind" in ('payment', 'attention_raised', 'attention_resolved', 'overview'));`,
  `CREATE OR REPLACE FUNCTION acquiring_overview_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
   BEGIN
     INSERT INTO acquiring_overview_due (id, day)
     SELECT gone.id, date_trunc('day', attempt.created_at, 'UTC')
     FROM gone JOIN acquiring_entry AS entry ON entry.id = gone.row_id
     JOIN acquiring_payment_attempt AS attempt ON attempt.id = entry.attempt_id
     WHERE gone.kind IN ('payment', 'overview')
     ON CONFLICT (id) DO NOTHING;
     RETURN NULL;
   END $$;`,
  `CREATE OR REPLACE TRIGGER acquiring_overview_changed AFTER DELETE ON "acquiring_event" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION acquiring_overview_changed();`,
];

/** The days before this version, for the worker to add up. */
const FIRST = [
  `INSERT INTO acquiring_overview_due (id, day)
   SELECT 'first ' || day, day FROM (SELECT DISTINCT date_trunc('day', created_at, 'UTC') AS day FROM acquiring_payment_attempt) AS days
   ON CONFLICT (id) DO NOTHING;`,
  `INSERT INTO acquiring_traffic_day (id, account, operation, day, requests, failed, histogram)
   SELECT concat_ws('|', account, operation, to_char(day AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"')),
     account, operation, day, sum(requests), sum(failed), (SELECT array_agg(total ORDER BY place) FROM (
       SELECT place, sum(count)::int AS total FROM acquiring_traffic_minute AS minute,
         unnest(minute.histogram) WITH ORDINALITY AS bucket (count, place)
       WHERE minute.account = days.account AND minute.operation = days.operation
         AND date_trunc('day', minute.minute, 'UTC') = days.day GROUP BY place) AS totals)
   FROM (SELECT account, operation, requests, failed, date_trunc('day', minute, 'UTC') AS day FROM acquiring_traffic_minute) AS days
   GROUP BY account, operation, day
   ON CONFLICT (id) DO NOTHING;`,
];

/** Figures of the overview, which the worker computes from the ledger. An older version ignores them. */
export class Migration20261127113000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`SET LOCAL lock_timeout = '2s';`);
    for (const sql of [...TABLES, ...DUE, ...FIRST]) this.addSql(sql);
  }

  /** Why the new trigger refuses nothing that the version before writes: `modules/expand-contract` asks. */
  static readonly harmless = {
    "acquiring_event.acquiring_overview_changed": "it only adds rows to acquiring_overview_due, each at most once",
  };

  /** Refused while there are payments: an older version runs beside these tables. */
  override async down(): Promise<void> {
    this.addSql(`
      DO $$ BEGIN
        IF EXISTS (SELECT FROM acquiring_entry) THEN
          RAISE EXCEPTION 'There are records in acquiring_entry; the migration cannot be rolled back.' USING ERRCODE = 'restrict_violation';
        END IF;
      END $$;`);
    this.addSql(`drop trigger if exists acquiring_overview_changed on "acquiring_event";`);
    this.addSql(`drop function if exists acquiring_overview_changed();`);
    for (const table of ["overview_day", "overview_due", "overview_fold", "traffic_day"])
      this.addSql(`drop table if exists "acquiring_${table}" cascade;`);
  }
}
