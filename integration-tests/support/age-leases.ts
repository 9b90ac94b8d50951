import type { Knex } from "knex";
import type { LeaseKind } from "../../src/modules/acquiring/runtime/lease";

const HOUR = 3_600_000;

/** Ages leases in the database, as if their holders had not renewed them for that long; by default they expire. */
export async function ageLeases(pg: Knex, kind: LeaseKind, ms = HOUR): Promise<void> {
  await pg("acquiring_lease")
    .whereLike("name", `${kind}:%`)
    .update({ leased_until: pg.raw("leased_until - ? * interval '1 ms'", [ms]) });
}

/** The lease of a process that died just now: nothing renews it. */
export async function insertDeadLease(pg: Knex, kind: LeaseKind, id: string): Promise<void> {
  await pg("acquiring_lease").insert({
    name: `${kind}:${id}`,
    holder: "a dead process",
    leased_until: pg.raw("clock_timestamp() + interval '1 minute'"),
  });
}
