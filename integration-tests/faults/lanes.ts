import knex from "knex";
import { copyOf, LaneDatabase } from "./lane-database";
import { Lane } from "./lane";

/** Several lanes on copies of one seeded database, so that stories run side by side. */
export async function withLanes<T>(
  databaseUrl: string,
  { lanes: count, processes }: { readonly lanes: number; readonly processes: number },
  work: (lanes: readonly Lane[]) => Promise<T>,
): Promise<T> {
  const names = Array.from({ length: count }, (_, index) => `${nameIn(databaseUrl)}_${String(index)}`);
  const server = knex({ client: "pg", connection: withName(databaseUrl, "postgres"), pool: { min: 0, max: 2 } });
  const lanes: Lane[] = [];
  try {
    for (const name of names) {
      await server.raw("CREATE DATABASE ?? TEMPLATE ??", [name, nameIn(databaseUrl)]);
      await asOriginal(withName(databaseUrl, name));
    }
    lanes.push(
      ...(await Promise.all(
        names.map(async (name) =>
          Lane.open(await LaneDatabase.open(withName(databaseUrl, "postgres"), name), processes),
        ),
      )),
    );
    return await work(lanes);
  } finally {
    await Promise.all(lanes.map((lane) => lane.close()));
    for (const name of names)
      for (const each of [name, copyOf(name)]) await server.raw("DROP DATABASE IF EXISTS ?? WITH (FORCE)", [each]);
    await server.destroy();
  }
}

/** A copied database would start in recovery mode; this copy is intended and has sent nothing. */
async function asOriginal(databaseUrl: string): Promise<void> {
  const copy = knex({ client: "pg", connection: databaseUrl, pool: { min: 0, max: 1 } });
  await copy("acquiring_ledger_epoch").delete();
  await copy.destroy();
}

const nameIn = (url: string): string => new URL(url).pathname.slice(1);

function withName(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
