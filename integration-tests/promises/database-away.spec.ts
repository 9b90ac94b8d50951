import { mkdtempSync, chmodSync, rmSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ContainerRegistrationKeys, createPgConnection, Modules } from "@medusajs/framework/utils";
import express from "express";
import type { Knex } from "knex";
import type { PostgresServer } from "../../scripts/postgres.cjs";
import { startPostgres } from "../../scripts/postgres.cjs";
import { answerNotification } from "../../src/api/answer-notification";
import { ACQUIRING_MODULE } from "../../src/modules/acquiring";
import AcquiringModuleService from "../../src/modules/acquiring/service";
import { addressOf } from "../support/ledger-child";
import type { OwnLedger } from "../support/own-ledger";
import { ownLedger } from "../support/own-ledger";

/**
 * A Postgres of this spec's own to stop, lock and fill up, behind the real handler of notifications and Medusa's own pool. The simulator
 * sends the notifications.
 */
const FULL_BYTES = 20 * 1024 * 1024;
const POOL = 4;
const LONG = 120_000;

let postgres: PostgresServer;
let folder: string;
let stage: OwnLedger;
let shopPool: Knex;
let shop: Server;
let orderNo: string;

beforeAll(async () => {
  // Knex logs ended connections to the console; here they are intended.
  jest.spyOn(console, "log").mockImplementation(() => undefined);
  folder = mkdtempSync(join(tmpdir(), "acquiring-away-"));
  chmodSync(folder, 0o755);
  process.env.ACQUIRING_POSTGRES = "embedded";
  await start();
  process.env.DB_PORT = String(postgres.port);
  stage = await ownLedger("database_away");
  const [id] = await stage.authorised(1);
  orderNo = (await stage.pg("acquiring_payment_attempt").where({ id }).first()).order_no;
  const pool = { min: 0, max: POOL };
  shopPool = createPgConnection({ clientUrl: addressOf(stage), driverOptions: { connection: { ssl: false } }, pool });
  const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const parts: Record<string, unknown> = {
    [ContainerRegistrationKeys.LOGGER]: logger,
    [Modules.EVENT_BUS]: { emit: async () => undefined },
    // @ts-expect-error -- a logger with the methods that the service uses
    [ACQUIRING_MODULE]: new AcquiringModuleService({ __pg_connection__: shopPool, logger }, stage.options()),
  };
  const app = express();
  app.post("/acquiring/notify/:account", (req, res, next) => {
    const scope = { resolve: (name: string) => parts[name] };
    // @ts-expect-error -- a request with what the route reads
    answerNotification(Object.assign(req, { scope }), res, req.params.account).catch(next);
  });
  shop = app.listen(0, "127.0.0.1");
  await new Promise((listening) => shop.once("listening", listening));
}, LONG);

afterAll(async () => {
  await new Promise((closed) => shop.close(closed));
  await shopPool.destroy();
  await stage.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function start(port?: number): Promise<void> {
  postgres = await startPostgres({
    dataDir: join(folder, "data"),
    durable: false,
    maxFileBytes: FULL_BYTES,
    ...(port && { port }),
  });
}

/** Answers to this many concurrent notifications. */
const notify = (note: string, times = 1): Promise<number[]> => {
  const { port } = shop.address() as AddressInfo;
  const url = `http://127.0.0.1:${String(port)}/acquiring/notify/main`;
  return stage.gateway.notify(orderNo, { url, times, overrides: { note } });
};

/** Repeats until it is accepted: a pool notices an ended connection only when it uses it. */
async function comesBack(note: string): Promise<void> {
  for (let tries = 0; tries <= POOL; tries += 1) if ((await notify(note))[0] === 200) return;
  throw new Error(`Nobody stored "${note}".`);
}

/** Number of rows with this note, whatever was answered. */
async function stored(note: string): Promise<number> {
  const rows: { body: string }[] = await stage.pg("acquiring_inbox_event").where({ source: "notify" }).select("body");
  return rows.filter(({ body }) => Buffer.from(body, "base64").toString().includes(`note=${note}`)).length;
}

describe("7 database down, locked or full: notification gets 503", () => {
  test(
    "down, and back again",
    async () => {
      expect(await notify("before")).toEqual([200]);
      const { port } = postgres;
      await postgres.stop();
      expect(await notify("down", 3)).toEqual([503, 503, 503]);
      await start(port);
      expect(await notify("down")).toEqual([200]);
      expect([await stored("before"), await stored("down")]).toEqual([1, 1]);
    },
    LONG,
  );

  test(
    "locked, with more senders than connections",
    async () => {
      const lock = await stage.pg.transaction();
      await lock.raw("LOCK TABLE acquiring_inbox_event IN ACCESS EXCLUSIVE MODE");
      expect(await notify("locked", 3 * POOL)).toEqual(Array.from({ length: 3 * POOL }, () => 503));
      await lock.rollback();
      expect(await notify("locked")).toEqual([200]);
      expect(await stored("locked")).toBe(1);
    },
    LONG,
  );

  test(
    "read-only, as a managed server becomes when its disk is full",
    async () => {
      const readOnly = (word: string): Promise<unknown> =>
        stage.pg.raw(`ALTER DATABASE ?? SET default_transaction_read_only = ${word}`, [
          stage.pg.client.config.connection.database,
        ]);
      await readOnly("on");
      await forgetConnections();
      expect(await notify("read-only")).toEqual([503]);
      await readOnly("off");
      await forgetConnections();
      await comesBack("read-only");
    },
    LONG,
  );

  test(
    "full to the last byte",
    async () => {
      await fill();
      expect(await notify("full")).toEqual([503]);
      expect(await stored("full")).toBe(0);
      await stage.pg("acquiring_inbox_event").where({ source: "return" }).delete();
      await stage.pg.raw("VACUUM acquiring_inbox_event");
      expect(await notify("full")).toEqual([200]);
      expect(await stored("full")).toBe(1);
    },
    LONG,
  );
});

/** The shop's next statement uses a new connection with the current settings. */
async function forgetConnections(): Promise<void> {
  await stage.pg.raw(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
  );
}

/** Fills the inbox's table file until no row fits; the simulator's messages have another source. */
async function fill(): Promise<void> {
  await stage.pg.raw("ALTER TABLE acquiring_inbox_event SET (autovacuum_enabled = false)");
  for (const bytes of [1_800, 200, 1]) {
    for (const count of [4_000, 400, 40, 4, 1]) while (await fits(count, bytes));
  }
}

async function fits(count: number, bytes: number): Promise<boolean> {
  const insert = stage.pg.raw(
    `INSERT INTO acquiring_inbox_event
       (id, account, source, digest, body, signature, status, tries, deliveries, received_at, created_at, updated_at)
     SELECT 'fill_' || gen_random_uuid(), 'main', 'return', gen_random_uuid(), repeat('x', ?), 'absent', 'applied', 0, 1,
       now(), now(), now() FROM generate_series(1, ?)`,
    [bytes, count],
  );
  return insert.then(
    () => true,
    (error: Error) => {
      expect(error.message).toContain("could not extend file");
      return false;
    },
  );
}
