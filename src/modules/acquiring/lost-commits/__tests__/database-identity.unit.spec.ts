import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { IdentityReader } from "../database-identity";

/** A database that answers each question with `timeline`, or refuses the one of the timeline with a code of Postgres. */
function database(): { refusal: string | null; timeline: string; pg: Knex } {
  const state = {
    refusal: null as string | null,
    timeline: "00000001",
    // Only this statement is used.
    pg: { raw: (sql: string) => answer(sql) } as unknown as Knex,
  };
  const answer = (sql: string): Promise<unknown> =>
    state.refusal !== null && sql.includes("pg_current_wal_lsn")
      ? Promise.reject(Object.assign(new Error("refused"), { code: state.refusal }))
      : Promise.resolve({ rows: [{ value: state.timeline }] });
  return state;
}

test("a standby is not looked up, and its timeline is read once it is promoted", async () => {
  const state = database();
  const reader = new IdentityReader(state.pg);
  state.refusal = "55000";
  await expect(reader.read()).rejects.toMatchObject({ code: "55000" });
  Object.assign(state, { refusal: null, timeline: "00000002" });
  expect(await reader.read()).toMatchObject({ timeline: "00000002" });
});

test.each(["42501", "42883", "0A000"])(
  "a timeline refused with %s is unknown, and is not asked for again",
  async (code) => {
    const state = database();
    const reader = new IdentityReader(state.pg);
    state.refusal = code;
    expect(await reader.read()).toMatchObject({ timeline: null, system_identifier: "00000001" });
    state.refusal = null;
    expect(await reader.read()).toMatchObject({ timeline: null });
  },
);
