import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/** What is looked for by a charge, an e-mail address or the gateway's number alone. Written by hand. */
const INDEXES = [
  ["IDX_acquiring_contract_task_charge", '"acquiring_contract_task" ("charge_id")', "charge_id"],
  ["IDX_acquiring_contract_email", '"acquiring_contract" ("email")', "email"],
  ["IDX_acquiring_contract_number", '"acquiring_contract" ("recurring_id")', "recurring_id"],
] as const;

export class Migration20261121221000 extends Migration {
  override async up(): Promise<void> {
    for (const [name, on, column] of INDEXES)
      this.addSql(`CREATE INDEX IF NOT EXISTS "${name}" ON ${on} WHERE ${column} IS NOT NULL AND deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    for (const [name] of INDEXES) this.addSql(`DROP INDEX IF EXISTS "${name}";`);
  }
}
