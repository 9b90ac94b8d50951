import { Migration } from "@medusajs/framework/mikro-orm/migrations";
import { ERASABLE } from "../retention/erasable";

/**
 * Card numbers can be erased from texts that are otherwise never changed: digits become asterisks, and nothing else, together with a
 * record of who did it and why. The database checks both. Written by hand.
 */
const ERASURE = '"acquiring_erasure"';
const STAMPS =
  '"created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null';

const listOf = (tables: readonly (readonly [string, { readonly fields: readonly string[] }])[]): string =>
  tables.flatMap(([table, { fields }]) => fields.map((field) => `('${table}', '${field}')`)).join(", ");
const all = Object.entries(ERASABLE);
const fixed = all.flatMap(([table, { isFixed }]) => (isFixed ? [`'${table}'`] : [])).join(", ");

const FUNCTIONS = [
  // Character by character the same, but for digits that are asterisks now. A body is base64 of the bytes that this is about.
  `CREATE OR REPLACE FUNCTION acquiring_only_masks(field text, before text, after text) RETURNS boolean LANGUAGE plpgsql AS $$
   BEGIN
     IF before IS NULL OR after IS NULL THEN RETURN false; END IF;
     IF field = 'body' THEN
       before := convert_from(decode(before, 'base64'), 'LATIN1');
       after := convert_from(decode(after, 'base64'), 'LATIN1');
     END IF;
     RETURN before <> after AND NOT EXISTS (
       SELECT FROM unnest(string_to_array(before, NULL), string_to_array(after, NULL)) AS pair(b, a)
       WHERE a IS DISTINCT FROM b AND (a IS DISTINCT FROM '*' OR b !~ '^[0-9]$'));
   END $$;`,
  // Is this change of a row the one that an erasure of this very transaction is about?
  `CREATE OR REPLACE FUNCTION acquiring_is_erasure(tab text, before jsonb, after jsonb) RETURNS boolean LANGUAGE sql AS $$
     SELECT EXISTS (SELECT FROM acquiring_erasure AS erasure
       WHERE erasure.table_name = tab AND erasure.row_id = before->>'id' AND erasure.txid = txid_current()::text
         AND (tab, erasure.field) IN (${listOf(all)})
         AND before - erasure.field = after - erasure.field
         AND acquiring_only_masks(erasure.field, before->>erasure.field, after->>erasure.field)) $$;`,
  `CREATE OR REPLACE FUNCTION acquiring_row_digest(row_now jsonb, columns jsonb) RETURNS text LANGUAGE sql AS $$
     SELECT encode(sha256(convert_to(jsonb_object_agg(key, value)::text, 'UTF8')), 'hex')
     FROM jsonb_each(row_now) WHERE jsonb_exists(columns, key) $$;`,
  // The one way to erase. Answers how many digits were replaced.
  `CREATE OR REPLACE FUNCTION acquiring_erase(erasure text, tab text, row_key text, field text, value text, who text, why text)
   RETURNS integer LANGUAGE plpgsql SET timezone TO 'UTC' AS $$
   DECLARE before jsonb; after jsonb; columns jsonb; digits integer; kind text := 'text';
   BEGIN
     IF (tab, field) NOT IN (${listOf(all)}) THEN
       RAISE EXCEPTION 'The field %.% cannot be erased.', tab, field USING ERRCODE = 'restrict_violation';
     END IF;
     EXECUTE format('SELECT to_jsonb(t) FROM %I AS t WHERE t.id = $1 FOR UPDATE', tab) INTO before USING row_key;
     IF before IS NULL THEN RAISE EXCEPTION 'There is no row % in %.', row_key, tab USING ERRCODE = 'no_data_found'; END IF;
     IF jsonb_typeof(before->field) IN ('object', 'array') THEN
       kind := 'jsonb';
       after := jsonb_set(before, ARRAY[field], value::jsonb);
     ELSE
       after := jsonb_set(before, ARRAY[field], to_jsonb(value));
     END IF;
     IF NOT acquiring_only_masks(field, before->>field, after->>field) THEN
       RAISE EXCEPTION 'An erasure replaces digits by asterisks, and nothing else.' USING ERRCODE = 'restrict_violation';
     END IF;
     IF field = 'body' THEN
       SELECT count(*) INTO digits FROM unnest(string_to_array(convert_from(decode(before->>field, 'base64'), 'LATIN1'), NULL),
         string_to_array(convert_from(decode(value, 'base64'), 'LATIN1'), NULL)) AS pair(b, a) WHERE a <> b;
     ELSE
       SELECT count(*) INTO digits FROM unnest(string_to_array(before->>field, NULL),
         string_to_array(after->>field, NULL)) AS pair(b, a) WHERE a <> b;
     END IF;
     IF tab IN (${fixed}) THEN SELECT jsonb_agg(key) INTO columns FROM jsonb_object_keys(after) AS key; END IF;
     INSERT INTO acquiring_erasure (id, table_name, row_id, field, digits, row_digest, row_columns, actor, reason, txid, at)
     VALUES (erasure, tab, row_key, field, digits, CASE WHEN columns IS NULL THEN NULL ELSE acquiring_row_digest(after, columns) END,
       columns, who, why, txid_current()::text, now());
     EXECUTE format('UPDATE %I SET %I = CAST($1 AS %s) WHERE id = $2', tab, field, kind) USING after->>field, row_key;
     RETURN digits;
   END $$;`,
  // What does not fit: a row that changed after its last erasure, or a table whose trigger is off. Empty: all is as it was.
  `CREATE OR REPLACE FUNCTION acquiring_erasure_problems() RETURNS SETOF text LANGUAGE plpgsql SET timezone TO 'UTC' AS $$
   DECLARE last acquiring_erasure%ROWTYPE; row_now jsonb; off text;
   BEGIN
     FOR last IN SELECT DISTINCT ON (table_name, row_id) * FROM acquiring_erasure WHERE row_digest IS NOT NULL
       ORDER BY table_name, row_id, at DESC, id DESC LOOP
       row_now := NULL;
       IF to_regclass(last.table_name) IS NOT NULL THEN
         EXECUTE format('SELECT to_jsonb(t) FROM %I AS t WHERE t.id = $1', last.table_name) INTO row_now USING last.row_id;
       END IF;
       IF row_now IS NULL OR acquiring_row_digest(row_now, last.row_columns) IS DISTINCT FROM last.row_digest THEN
         RETURN NEXT format('%s %s is not as the erasure %s left it', last.table_name, last.row_id, last.id);
       END IF;
     END LOOP;
     FOR off IN SELECT tgrelid::regclass::text FROM pg_trigger
       WHERE tgname IN ('acquiring_append_only', 'acquiring_keep_audit') AND tgenabled = 'D' LOOP
       RETURN NEXT format('%s: the trigger that keeps its rows is disabled', off);
     END LOOP;
   END $$;`,
  `CREATE OR REPLACE FUNCTION acquiring_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     IF TG_OP = 'UPDATE' THEN
       IF acquiring_is_erasure(TG_TABLE_NAME, to_jsonb(OLD), to_jsonb(NEW)) THEN RETURN NEW; END IF;
     END IF;
     RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
   END $$;`,
];

export class Migration20261124120401 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `create table if not exists ${ERASURE} ("id" text not null, "table_name" text not null, "row_id" text not null, "field" text not null, "digits" integer not null, "row_digest" text null, "row_columns" jsonb null, "actor" text not null, "reason" text not null, "txid" text not null, "at" timestamptz not null, ${STAMPS}, constraint "acquiring_erasure_pkey" primary key ("id"));`,
    );
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_acquiring_erasure_deleted_at" ON ${ERASURE} ("deleted_at") WHERE deleted_at IS NULL;`,
    );
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_acquiring_erasure_row" ON ${ERASURE} ("table_name", "row_id") WHERE deleted_at IS NULL;`,
    );
    for (const sql of FUNCTIONS) this.addSql(sql);
    for (const [name, when, each] of [
      ["acquiring_append_only", "UPDATE OR DELETE", "ROW"],
      ["acquiring_no_truncate", "TRUNCATE", "STATEMENT"],
    ] as const) {
      this.addSql(`DROP TRIGGER IF EXISTS ${name} ON ${ERASURE};`);
      this.addSql(
        `CREATE TRIGGER ${name} BEFORE ${when} ON ${ERASURE} FOR EACH ${each} EXECUTE FUNCTION acquiring_refuse_change();`,
      );
    }
  }

  override async down(): Promise<void> {
    this.addSql(`CREATE OR REPLACE FUNCTION acquiring_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
      END $$;`);
    this.addSql(`drop table if exists ${ERASURE} cascade;`);
    for (const name of [
      "acquiring_erasure_problems()",
      "acquiring_erase(text, text, text, text, text, text, text)",
      "acquiring_row_digest(jsonb, jsonb)",
      "acquiring_is_erasure(text, jsonb, jsonb)",
      "acquiring_only_masks(text, text, text)",
    ])
      this.addSql(`DROP FUNCTION IF EXISTS ${name};`);
  }
}
