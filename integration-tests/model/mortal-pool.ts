import knex from "knex";
import type { Knex } from "knex";
import type { Life } from "./life";

/**
 * A pool of connections that belongs to one life: every statement, BEGIN and
 * COMMIT among them, asks the life first. `kill` cuts the sockets as the kernel
 * does for a dead process; Postgres rolls back what was open.
 */
export interface MortalPool {
  readonly pg: Knex;
  /** The server's numbers of this pool's connections. */
  readonly backends: () => readonly number[];
  kill(): Promise<void>;
}

type Callback = (error: Error | null, result?: unknown) => void;

/** What we use of a connection of node-postgres. */
interface Connection {
  query: (config: { readonly text: string }, callback: Callback) => unknown;
  readonly processID: number;
  readonly connection: { readonly stream: { destroy(): void } };
}

export function mortalPool(source: Knex, life: Life): MortalPool {
  const connections: Connection[] = [];
  const pg = knex({
    client: "pg",
    connection: source.client.config.connection,
    pool: {
      min: 0,
      max: 6,
      afterCreate: (connection: Connection, done: (error: Error | null, connection: Connection) => void) => {
        ask(connection, life);
        connections.push(connection);
        done(null, connection);
      },
    },
  });
  return {
    pg,
    backends: () => connections.map(({ processID }) => processID),
    kill: async () => {
      for (const { connection } of connections) connection.stream.destroy();
      await pg.destroy();
    },
  };
}

function ask(connection: Connection, life: Life): void {
  const query = connection.query.bind(connection);
  connection.query = (config, callback) =>
    void life.step(`sql ${labelOf(config.text)}`).then(
      () => query(config, callback),
      (error: Error) => callback(error),
    );
}

/** The statement's verb and table: enough to tell the steps of a schedule apart. */
function labelOf(sql: string): string {
  const verb = /^\W*(\w+)/.exec(sql)?.[1]?.toUpperCase() ?? "?";
  const table = /"?(?:acquiring_)(\w+)"?/.exec(sql)?.[1] ?? "";
  return `${verb} ${table}${/for update/i.test(sql) ? " FOR UPDATE" : ""}`.trim();
}
