import { freePort } from "../../scripts/postgres.cjs";
import { StoreChild } from "../faults/store-child";
import type { Command } from "../faults/commands";
import type { Stage } from "./boot";
import { databaseAddress, until } from "./other-process";

/**
 * A second store process that dies while writing to Medusa's tables: a trigger makes Postgres stop in a statement by
 * waiting for a lock that is held here.
 */
const LOCK = 18;

export async function startStore({ databaseName }: Stage): Promise<StoreChild> {
  return StoreChild.start(await freePort(), { DATABASE_URL: databaseAddress(databaseName) });
}

/** Resolves once the child is dead and its statement rolled back; earlier commits remain. */
export async function dieAt(
  { pg }: Stage,
  child: StoreChild,
  at: { trigger: string; command: Command },
): Promise<void> {
  const holder = await pg.transaction();
  try {
    await holder.raw("SELECT pg_advisory_xact_lock(?)", [LOCK]);
    await pg.raw(
      `CREATE FUNCTION stop_here() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN PERFORM pg_advisory_xact_lock(${String(LOCK)}); RETURN NEW; END $$`,
    );
    await pg.raw(`CREATE TRIGGER stop_here ${at.trigger} EXECUTE FUNCTION stop_here()`);
    const heard = child.ask(at.command);
    const stopped = await until(heard, async () => {
      const { rows } = await pg.raw(
        "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = ? AND NOT granted",
        [LOCK],
      );
      return rows.length > 0;
    });
    expect([at.trigger, stopped]).toEqual([at.trigger, "so"]);
    await child.kill();
    expect(await heard).toEqual({ kind: "died" });
    // Postgres has not noticed yet that the client of this statement is gone.
    await pg.raw(
      "SELECT pg_terminate_backend(pid, 5000) FROM pg_locks WHERE locktype = 'advisory' AND objid = ? AND NOT granted",
      [LOCK],
    );
  } finally {
    await child.kill();
    await holder.rollback();
    await pg.raw("DROP FUNCTION IF EXISTS stop_here CASCADE");
  }
}
