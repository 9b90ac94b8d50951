import type { Knex } from "knex";
import { joinedTransaction } from "../../src/modules/acquiring/runtime/joined-transaction";
import type { MessageConnection } from "../../src/modules/acquiring/runtime/json-statement";
import { JsonStatements } from "../../src/modules/acquiring/runtime/json-statement";
import type { OwnDatabase } from "../support/own-database";
import { ownDatabase } from "../support/own-database";

/** BEGIN and COMMIT that travel with other statements, and statements prepared in such messages: against a real Postgres. */
let database: OwnDatabase;
/** One connection, so that what one transaction leaves is what the next one finds. */
let pg: Knex;
let other: Knex;

beforeAll(async () => {
  database = await ownDatabase("joined", []);
  pg = database.pool(1);
  other = database.pool(1);
  await pg.raw("CREATE TABLE account (id text PRIMARY KEY, note text)");
});
beforeEach(async () => {
  await pg.raw("TRUNCATE account");
  await pg.raw("INSERT INTO account VALUES ('a', 'first')");
});
afterAll(() => database.close());

const INSERT = {
  sql: "INSERT INTO account SELECT new.id, new.note FROM json_populate_recordset(NULL::account, $1::json) AS new",
};
const inserting = (...rows: readonly object[]) => ({ ...INSERT, values: [JSON.stringify(rows)] });
const rows = async (): Promise<unknown[]> => (await other.raw("SELECT * FROM account ORDER BY id")).rows;
const lock = () => ["SELECT id FROM account WHERE id = 'a' FOR UPDATE", "SELECT note FROM account WHERE id = 'a'"];
/** What node-postgres was asked, in order, while `work` ran. */
async function messagesOf(work: () => Promise<unknown>): Promise<string[]> {
  const messages: string[] = [];
  const connection = await pg.client.acquireConnection();
  const { query } = connection;
  connection.query = (asked: string | { text: string }, ...rest: unknown[]): unknown => {
    messages.push(typeof asked === "string" ? asked : asked.text);
    return query.call(connection, asked, ...rest);
  };
  await pg.client.releaseConnection(connection);
  try {
    await work();
  } finally {
    connection.query = query;
  }
  return messages;
}

test("two messages: BEGIN with the first statements, COMMIT with the last one", async () => {
  const messages = await messagesOf(() =>
    joinedTransaction(pg, lock, async ({ rows: [locked, read], finish }) => {
      expect([locked, read]).toEqual([[{ id: "a" }], [{ note: "first" }]]);
      await finish(inserting({ id: "b", note: "it's a \\ 'note'" }));
    }),
  );
  expect(messages).toHaveLength(2);
  expect(messages[0]).toMatch(/^BEGIN ISOLATION LEVEL READ COMMITTED;/);
  expect(messages[1]).toMatch(/;COMMIT$/);
  expect(await rows()).toEqual([
    { id: "a", note: "first" },
    { id: "b", note: "it's a \\ 'note'" },
  ]);
});

test("a statement behind a lock sees what was committed before the lock was granted", async () => {
  const holder = await other.transaction();
  await holder.raw("UPDATE account SET note = 'second' WHERE id = 'a'");
  const read = joinedTransaction(pg, lock, async ({ rows: [, notes] }) => notes);
  const { pid } = await waitingOnLock(holder);
  expect(pid).toBeGreaterThan(0);
  await holder.commit();
  expect(await read).toEqual([{ note: "second" }]);
});

test("without a last statement Knex commits; what was written between is kept", async () => {
  await joinedTransaction(pg, lock, async ({ trx }) => {
    await trx.raw("UPDATE account SET note = 'between' WHERE id = 'a'");
  });
  expect(await rows()).toEqual([{ id: "a", note: "between" }]);
});

test("a first statement that fails leaves no transaction behind", async () => {
  const work = jest.fn();
  await expect(joinedTransaction(pg, () => [...lock(), "SELECT 1 / 0"], work)).rejects.toThrow("division by zero");
  expect(work).not.toHaveBeenCalled();
  await expectIdle();
});

test("a last statement that fails writes nothing, nor what was written between", async () => {
  const failing = joinedTransaction(pg, lock, async ({ trx, finish }) => {
    await trx.raw("UPDATE account SET note = 'between' WHERE id = 'a'");
    await finish(inserting({ id: "a", note: "twice" }));
  });
  await expect(failing).rejects.toThrow("duplicate key");
  expect(await rows()).toEqual([{ id: "a", note: "first" }]);
  await expectIdle();
});

test("a commit that is refused rejects: a deferred constraint counts", async () => {
  await pg.raw("ALTER TABLE account ADD CONSTRAINT notes UNIQUE (note) DEFERRABLE INITIALLY DEFERRED");
  const failing = joinedTransaction(pg, lock, ({ finish }) => finish(inserting({ id: "b", note: "first" })));
  await expect(failing).rejects.toThrow("notes");
  await pg.raw("ALTER TABLE account DROP CONSTRAINT notes");
  expect(await rows()).toEqual([{ id: "a", note: "first" }]);
  await expectIdle();
});

test("what throws between is rolled back", async () => {
  const failing = joinedTransaction(pg, lock, async ({ trx }) => {
    await trx.raw("UPDATE account SET note = 'between' WHERE id = 'a'");
    throw new Error("stop");
  });
  await expect(failing).rejects.toThrow("stop");
  expect(await rows()).toEqual([{ id: "a", note: "first" }]);
});

test("a connection that is lost before the commit writes nothing, and the pool opens another", async () => {
  const failing = joinedTransaction(pg, lock, async ({ trx, finish }) => {
    const { rows: backends } = await trx.raw("SELECT pg_backend_pid() AS pid");
    await other.raw("SELECT pg_terminate_backend(?, 5000)", [backends[0].pid]);
    await finish(inserting({ id: "b", note: "lost" }));
  });
  await expect(failing).rejects.toThrow();
  expect(await rows()).toEqual([{ id: "a", note: "first" }]);
  await expectIdle();
});

describe("statements that come again", () => {
  let connection: MessageConnection;
  let sent: string[];
  let statements: JsonStatements;
  const send = (text: string): Promise<void> => {
    sent.push(text);
    return new Promise((resolve, reject) => {
      connection.query({ text: `BEGIN;${text};COMMIT` }, (error) => {
        if (!error) return resolve();
        connection.query({ text: "ROLLBACK" }, () => reject(error));
      });
    });
  };
  const run = (id: string): Promise<void> => statements.run(connection, inserting({ id, note: "n" }), send);
  const verbs = (): (string | undefined)[] => sent.map((text) => /^\w+/.exec(text)?.[0]);

  beforeEach(async () => {
    connection = await pg.client.acquireConnection();
    await new Promise((resolve) => connection.query({ text: "DEALLOCATE ALL" }, resolve));
    sent = [];
    statements = new JsonStatements();
  });
  afterEach(() => pg.client.releaseConnection(connection));

  test("are prepared the second time and executed from then on", async () => {
    for (const id of ["b", "c", "d"]) await run(id);
    expect(verbs()).toEqual(["INSERT", "PREPARE", "EXECUTE"]);
    expect(await rows()).toHaveLength(4);
  });

  test("that failed when they were prepared are sent whole on this connection", async () => {
    await run("b");
    await expect(run("b")).rejects.toThrow("duplicate key");
    await run("c");
    expect(verbs()).toEqual(["INSERT", "PREPARE", "INSERT"]);
    expect(await rows()).toHaveLength(3);
  });

  test("that fail when they are executed stay prepared", async () => {
    for (const id of ["b", "c"]) await run(id);
    await expect(run("c")).rejects.toThrow("duplicate key");
    await run("d");
    expect(verbs()).toEqual(["INSERT", "PREPARE", "EXECUTE", "EXECUTE"]);
  });

  test("that the server does not know are refused once, write nothing, and all are sent whole from then on", async () => {
    for (const id of ["b", "c"]) await run(id);
    await new Promise((resolve) => connection.query({ text: "DEALLOCATE ALL" }, resolve));
    await expect(run("d")).rejects.toMatchObject({ code: "26000" });
    expect(await rows()).toHaveLength(3);
    await run("d");
    expect(verbs()).toEqual(["INSERT", "PREPARE", "EXECUTE", "INSERT"]);
    expect(await rows()).toHaveLength(4);
  });

  test("that the server knows already are refused once, and all are sent whole from then on", async () => {
    for (const id of ["b", "c"]) await run(id);
    statements = new JsonStatements();
    await run("d");
    await expect(run("e")).rejects.toMatchObject({ code: "42P05" });
    await run("e");
    expect(await rows()).toHaveLength(5);
  });

  test("no more than 64 are prepared", async () => {
    for (let times = 0; times < 3; times += 1) {
      for (let number = 0; number < 66; number += 1) {
        await statements.run(connection, { sql: `SELECT ${String(number)}, $1::json`, values: ["1"] }, send);
      }
    }
    const { length } = sent.filter((text) => text.startsWith("EXECUTE"));
    expect(length).toBe(64);
  });
});

/** The pool's only connection is in no transaction, and works. */
async function expectIdle(): Promise<void> {
  const { rows: backends } = await pg.raw("SELECT pg_backend_pid() AS pid");
  const { rows: states } = await other.raw("SELECT state FROM pg_stat_activity WHERE pid = ?", [backends[0].pid]);
  expect(states).toEqual([{ state: "idle" }]);
}

async function waitingOnLock(holder: Knex): Promise<{ pid: number }> {
  for (;;) {
    const { rows: waiting } = await holder.raw("SELECT pid FROM pg_locks WHERE NOT granted");
    if (waiting.length > 0) return waiting[0];
  }
}
