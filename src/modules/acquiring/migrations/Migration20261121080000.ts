import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/**
 * What the model language cannot say: the journal and the audit trail are
 * append-only by the database's own word, and no money row can be removed or
 * hidden. Written by hand.
 */
export class Migration20261121080000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      CREATE OR REPLACE FUNCTION acquiring_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
      END $$;`);
    for (const table of ["acquiring_entry", "acquiring_audit_record"]) {
      this.addSql(`DROP TRIGGER IF EXISTS acquiring_append_only ON "${table}";`);
      this.addSql(
        `CREATE TRIGGER acquiring_append_only BEFORE UPDATE OR DELETE ON "${table}" FOR EACH ROW EXECUTE FUNCTION acquiring_refuse_change();`,
      );
      this.addSql(`DROP TRIGGER IF EXISTS acquiring_no_truncate ON "${table}";`);
      this.addSql(
        `CREATE TRIGGER acquiring_no_truncate BEFORE TRUNCATE ON "${table}" FOR EACH STATEMENT EXECUTE FUNCTION acquiring_refuse_change();`,
      );
    }
    for (const table of ["acquiring_payment_attempt", "acquiring_operation"]) {
      this.addSql(`DROP TRIGGER IF EXISTS acquiring_no_delete ON "${table}";`);
      this.addSql(
        `CREATE TRIGGER acquiring_no_delete BEFORE DELETE ON "${table}" FOR EACH ROW EXECUTE FUNCTION acquiring_refuse_change();`,
      );
      this.addSql(`ALTER TABLE "${table}" DROP CONSTRAINT IF EXISTS acquiring_never_hidden;`);
      this.addSql(`ALTER TABLE "${table}" ADD CONSTRAINT acquiring_never_hidden CHECK (deleted_at IS NULL);`);
    }
  }

  override async down(): Promise<void> {
    for (const table of ["acquiring_payment_attempt", "acquiring_operation"]) {
      this.addSql(`ALTER TABLE IF EXISTS "${table}" DROP CONSTRAINT IF EXISTS acquiring_never_hidden;`);
      this.addSql(`DROP TRIGGER IF EXISTS acquiring_no_delete ON "${table}";`);
    }
    for (const table of ["acquiring_entry", "acquiring_audit_record"]) {
      this.addSql(`DROP TRIGGER IF EXISTS acquiring_append_only ON "${table}";`);
      this.addSql(`DROP TRIGGER IF EXISTS acquiring_no_truncate ON "${table}";`);
    }
    this.addSql(`DROP FUNCTION IF EXISTS acquiring_refuse_change();`);
  }
}
