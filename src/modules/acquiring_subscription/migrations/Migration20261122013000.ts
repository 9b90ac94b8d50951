import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/** A first charge whose money is not taken yet is `authorised`, and no longer `paid`. Written by hand. */
const STATES = ["pending", "authorised", "paid", "declined", "refunded"] as const;
const CHECK = "acquiring_charge_state_check";

export class Migration20261122013000 extends Migration {
  override async up(): Promise<void> {
    this.allow(STATES);
  }

  override async down(): Promise<void> {
    this.addSql(`UPDATE "acquiring_charge" SET state = 'paid' WHERE state = 'authorised';`);
    this.allow(STATES.filter((state) => state !== "authorised"));
  }

  private allow(states: readonly string[]): void {
    const listed = states.map((state) => `'${state}'`).join(", ");
    this.addSql(`ALTER TABLE "acquiring_charge" DROP CONSTRAINT IF EXISTS "${CHECK}";`);
    this.addSql(`ALTER TABLE "acquiring_charge" ADD CONSTRAINT "${CHECK}" CHECK (state IN (${listed}));`);
  }
}
