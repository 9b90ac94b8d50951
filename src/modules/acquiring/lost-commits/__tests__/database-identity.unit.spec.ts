import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { IdentityReader } from "../database-identity";

/** A database with `timeline`, which may be a standby, or refuse the question for the timeline with a code of Postgres. */
function database() {
  const state = { refusal: null as string | null, isStandby: false, timeline: "00000001" };
  const answer = async (sql: string): Promise<unknown> => {
    const isTimeline = sql.includes("pg_current_wal_lsn");
    if (isTimeline && state.isStandby) return { rows: [{ value: "standby" }] };
    if (isTimeline && state.refusal !== null) throw Object.assign(new Error("refused"), { code: state.refusal });
    return { rows: [{ value: state.timeline }] };
  };
  // Only this statement is used.
  return { state, reader: new IdentityReader({ raw: answer } as unknown as Knex) };
}

test("a standby is not looked up, and its timeline is read once it is promoted", async () => {
  const { state, reader } = database();
  state.isStandby = true;
  await expect(reader.read()).rejects.toThrow("standby");
  Object.assign(state, { isStandby: false, timeline: "00000002" });
  expect(await reader.read()).toMatchObject({ timeline: "00000002" });
});

test.each(["42501", "42883", "0A000", "55000"])(
  "a timeline refused with %s is unknown, and is not asked for again",
  async (code) => {
    const { state, reader } = database();
    state.refusal = code;
    expect(await reader.read()).toMatchObject({ timeline: null, system_identifier: "00000001" });
    state.refusal = null;
    expect(await reader.read()).toMatchObject({ timeline: null });
  },
);
