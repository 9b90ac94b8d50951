import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import knex from "knex";
import type { Knex } from "knex";
import { freePort } from "../../scripts/postgres.cjs";
import { startBalancer } from "../../scripts/balancer.cjs";
import type { Simulator } from "../../src/simulator";
import { startSimulator } from "../../src/simulator";
import type { Scene } from "../cluster/customer";
import { Members } from "../cluster/members";
import type { Control, Resting } from "../cluster/rest";
import { openRest } from "../cluster/rest";
import { controlOf, environment, GATEWAY, openFront } from "../cluster/surroundings";
import { wrongInBooks } from "../support/books";
import { allMigrations } from "../support/all-migrations";
import { ownDatabase } from "../support/own-database";
import { catalogOf } from "../support/schema-of-models";
import type { Census } from "./census";
import { censusLine, takeCensus, tooLittleOpen } from "./census";
import { expandAllTables } from "./expand";
import { leaveOpen, startLoad } from "./load";
import type { Options } from "./options";
import { MODULES } from "./older-store";
import { optionsOf } from "./options";
import type { SubscriberScene } from "./subscribers";
import { offerCoffee } from "./subscribers";

/**
 * `npm run upgrade`: a server and a worker of an earlier version work under load; the tables are migrated below them;
 * both versions work at once; the new one works alone; then back. Afterwards the old version brings everything to rest,
 * and the new one finds nothing left to do. Each time gateway, ledger and Medusa are compared.
 */
const NEWER = resolve(__dirname, "../..");
const OLDER = process.env.UPGRADE_OLDER ?? "";
const DATABASE_URL = process.env.DATABASE_URL ?? "";

interface Stage {
  readonly options: Options;
  readonly pg: Knex;
  readonly control: Control;
  readonly simulator: Simulator;
  readonly env: Readonly<Record<string, string>>;
  readonly say: (words: string) => void;
  readonly censuses: Census[];
  readonly wrong: string[];
  /** Processes that get requests. */
  readonly running: Set<Members>;
  readonly readyPorts: () => readonly number[];
  rest: Resting | null;
}

const pause = (ms: number): Promise<void> => new Promise((later) => setTimeout(later, ms));

const version = async (stage: Stage, root: string): Promise<Members> => {
  const redis = { REDIS_URL: process.env.CLUSTER_REDIS_URL ?? "" };
  const members = await Members.start(["server", "worker"], { ...stage.env, ...redis }, root);
  stage.running.add(members);
  while (!members.serverPorts().every((port) => stage.readyPorts().includes(port))) await pause(200);
  return members;
};

/** The version leaves while operations are open: killed, or stopped with SIGTERM. */
async function leave(stage: Stage, members: Members, how: "kill" | "stop"): Promise<void> {
  await leaveOpen(stage.control);
  await pause(3_000);
  if (how === "stop") {
    const rude = await members.stop();
    stage.wrong.push(...rude.map((name) => `not_stopped: ${name} did not exit with code 0 after SIGTERM.`));
  } else await members.killAll();
  stage.running.delete(members);
  if (stage.options.verbose) console.log(members.outputs);
  const census = await takeCensus(stage.pg);
  stage.censuses.push(census);
  stage.say(`   left: ${censusLine(census)}`);
}

function migrate(): Promise<void> {
  const cli = join(NEWER, "node_modules/@medusajs/cli/cli.js");
  const child = spawn(process.execPath, [cli, "db:migrate"], { cwd: NEWER, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
  return new Promise((done, failed) => {
    child.once("close", (code) => (code === 0 ? done() : failed(new Error(`The migration failed.\n${output}`))));
  });
}

/** An earlier version of another first migration has other tables, which no migration changes. */
async function assertPresentTables(pg: Knex): Promise<void> {
  const migrations = await Promise.all(MODULES.map((module) => allMigrations(module)));
  const present = await ownDatabase("upgrade_present", migrations.flat());
  const [expected, found] = await Promise.all([catalogOf(present.pool(1)), catalogOf(pg)]);
  await present.close();
  const missing = expected.filter((line) => !found.includes(line));
  if (missing.length === 0) return;
  throw new Error(`After the migrations the earlier version's tables still lack:\n${missing.join("\n")}`);
}

async function playStages(stage: Stage, older: Members): Promise<void> {
  const { options, pg, say } = stage;
  const seconds = options.seconds * 1_000;
  say("The earlier version alone …");
  await pause(seconds);
  say("Migrating below it …");
  await migrate();
  await assertPresentTables(pg);
  const tables = await expandAllTables(pg);
  say(`   and ${String(tables)} tables as a later version may expand them.`);
  const newer = await version(stage, NEWER);
  say("Both versions …");
  await pause(seconds);
  say("The earlier version is killed; the present one alone …");
  await leave(stage, older, "kill");
  await pause(seconds);
  say("The earlier version again, beside the present one …");
  const back = await version(stage, OLDER);
  await pause(seconds);
  say("The present version is killed; the earlier one alone …");
  await leave(stage, newer, "kill");
  await pause(seconds);
  say("The earlier version is stopped …");
  await leave(stage, back, "stop");
}

/** Brings everything to rest with one version, and compares the three books. */
async function restWith(stage: Stage, root: string, name: string): Promise<void> {
  const { pg, control, env, say, simulator } = stage;
  stage.rest = await openRest({ pg, control }, env, root);
  try {
    const rounds = await stage.rest.comeToRest();
    const wrong = await wrongInBooks({ pg, gatewayUrl: simulator.url }, { atRest: true });
    say(`${name}: at rest after ${String(rounds)} rounds, ${String(wrong.length)} differences.`);
    stage.wrong.push(...wrong.map((line) => `${name}: ${line}`));
  } finally {
    await stage.rest.close();
    stage.rest = null;
  }
}

async function play(stage: Stage, counts: Map<string, number>, base: string): Promise<void> {
  const { options, pg, control, say } = stage;
  say("Starting a server and a worker of the earlier version …");
  const older = await version(stage, OLDER);
  const { shop, admin, templateId, storefront } = await openFront(pg, base);
  await offerCoffee(pg, admin);
  const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);
  const scene: Scene = { pg, shop, admin, templateId, count };
  const subscribers: SubscriberScene = { pg, base, shop: storefront, admin, control, count };
  const load = startLoad({ scene, subscribers }, control, options);
  try {
    await playStages(stage, older);
  } finally {
    await Promise.all([load.stop(), ...[...stage.running].map((members) => members.killAll())]);
  }
  for (const front of [shop, admin])
    for (const [status, times] of front.statuses) counts.set(`answers ${String(status)}`, times);
  await fetch(`${stage.simulator.url}/_control/tape`, { method: "DELETE" });
  await restWith(stage, OLDER, "the earlier version");
  await restWith(stage, NEWER, "the present version");
}

async function main(): Promise<number> {
  const options = optionsOf(process.argv.slice(2));
  const startedAt = performance.now();
  const say = (words: string): void =>
    console.log(`${((performance.now() - startedAt) / 1_000).toFixed(1).padStart(6)} s  ${words}`);
  const pg = knex({ client: "pg", connection: DATABASE_URL, pool: { min: 0, max: 8 } });
  const simulator = await startSimulator({ ...GATEWAY, seed: options.seed });
  const port = await freePort();
  const base = `http://127.0.0.1:${String(port)}`;
  const env = environment({ databaseUrl: DATABASE_URL, gatewayUrl: simulator.url, base });
  const control = controlOf(simulator.url);
  const running = new Set<Members>();
  const stage: Stage = {
    readyPorts: () => balancer.readyPorts(),
    ...{ options, pg, control, simulator, env, say, running },
    ...{ censuses: [], wrong: [], rest: null },
  };
  const targets = (): number[] => (stage.rest ? [stage.rest.port] : [...running].flatMap((each) => each.serverPorts()));
  const balancer = await startBalancer({ port, targets, readyPath: "/acquiring/ready" });
  const counts = new Map<string, number>();
  await play(stage, counts, base);
  await balancer.close();
  await simulator.close();
  await pg.destroy();
  return report(stage, counts);
}

const MUST_HAPPEN = [
  ...["orders heard of", "capture: done", "refund: done", "cancel: done"],
  ...["subscribed", "cancelled subscription: 200"],
];

function report({ wrong, censuses }: Stage, counts: ReadonlyMap<string, number>): number {
  for (const [what, count] of [...counts].sort(([one], [other]) => one.localeCompare(other)))
    console.log(`${String(count).padStart(8)}  ${what}`);
  const done = MUST_HAPPEN.filter((what) => ![...counts.keys()].some((name) => name.startsWith(what)));
  const failed = [...wrong, ...tooLittleOpen(censuses), ...done.map((what) => `too_little: "${what}" never happened.`)];
  for (const line of failed) console.log(`FAILED  ${line}`);
  const result = { passed: failed.length === 0 ? 1 : 0, failed: failed.length };
  if (process.env.CHECK_REPORT) writeFileSync(process.env.CHECK_REPORT, JSON.stringify(result));
  console.log(`${String(result.passed)} passed, ${String(result.failed)} failed`);
  return failed.length === 0 ? 0 : 1;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
