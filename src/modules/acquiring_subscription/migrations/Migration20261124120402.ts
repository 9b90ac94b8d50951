import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/** A card number in a note of a contract's events can be erased, as in the ledger's own tables. Written by hand. */
const refusing = (before: string): string =>
  `CREATE OR REPLACE FUNCTION acquiring_contract_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${before} RAISE EXCEPTION 'What happened to a contract is appended to, never changed.'; END $$;`;
/** The function is of the ledger's migrations; without them every change is refused. */
const ERASURE =
  "IF TG_OP = 'UPDATE' AND to_regprocedure('acquiring_is_erasure(text,jsonb,jsonb)') IS NOT NULL THEN IF acquiring_is_erasure(TG_TABLE_NAME, to_jsonb(OLD), to_jsonb(NEW)) THEN RETURN NEW; END IF; END IF;";

export class Migration20261124120402 extends Migration {
  override async up(): Promise<void> {
    this.addSql(refusing(ERASURE));
  }

  override async down(): Promise<void> {
    this.addSql(refusing(""));
  }
}
