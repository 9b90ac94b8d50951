import type { Knex } from "knex";
import type { Measured } from "./benchmark";
import { msOf } from "./shop-stage";
import { median } from "./statistics";

/** One flush of the WAL: the same small record with and without waiting for the disk; the difference is the flush. */
export async function flushes(pg: Knex, count: number): Promise<Measured> {
  const record = (isDurable: boolean) =>
    msOf(() => pg.raw("SELECT pg_logical_emit_message(?, 'bench', '')", [isDurable]));
  const [durable, lazy]: [number[], number[]] = [[], []];
  for (let index = 0; index < count; index += 1) {
    lazy.push(await record(false));
    durable.push(await record(true));
  }
  return { p50Ms: median(durable) - median(lazy) };
}
