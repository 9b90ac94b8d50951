import { writeFileSync } from "node:fs";
import knex from "knex";
import type { Knex } from "knex";
import { freePort } from "../../scripts/postgres.cjs";
import { startBalancer } from "../../scripts/balancer.cjs";
import type { Simulator } from "../../src/simulator";
import { startSimulator } from "../../src/simulator";
import { wrongInBooks } from "../support/books";
import { playLoad } from "./load";
import { Members } from "./members";
import type { Options } from "./options";
import { optionsOf } from "./options";
import type { Resting } from "./rest";
import { openRest } from "./rest";
import { controlOf, environment, GATEWAY, openFront } from "./surroundings";

/**
 * `npm run cluster`: two servers, two workers, a load balancer, Redis, Postgres and the gateway. Under load the
 * processes are killed at random and restarted; afterwards the gateway, the ledger and Medusa are compared.
 */
interface Play {
  readonly wrong: readonly string[];
  readonly counts: ReadonlyMap<string, number>;
}

async function main(): Promise<number> {
  const options = optionsOf(process.argv.slice(2));
  const databaseUrl = process.env.CLUSTER_DATABASE_URL ?? "";
  // The store may connect through a pooler; the comparison does not.
  const storeUrl = process.env.DATABASE_URL ?? databaseUrl;
  const startedAt = performance.now();
  const say = (words: string): void =>
    console.log(`${((performance.now() - startedAt) / 1_000).toFixed(1).padStart(6)} s  ${words}`);
  console.log(`seed ${String(options.seed)}`);
  const pg = knex({ client: "pg", connection: databaseUrl, pool: { min: 0, max: 8 } });
  const simulator = await startSimulator({ ...GATEWAY, seed: options.seed });
  const { wrong, counts } = await play({ options, pg, simulator, say, databaseUrl: storeUrl });
  await simulator.close();
  await pg.destroy();
  for (const [what, count] of [...counts].sort(([one], [other]) => one.localeCompare(other)))
    console.log(`${String(count).padStart(8)}  ${what}`);
  for (const line of wrong) console.log(`FAILED  ${line}`);
  const result = { passed: wrong.length === 0 ? 1 : 0, failed: wrong.length };
  if (process.env.CHECK_REPORT) writeFileSync(process.env.CHECK_REPORT, JSON.stringify(result));
  console.log(`${String(result.passed)} passed, ${String(result.failed)} failed`);
  return result.failed === 0 ? 0 : 1;
}

async function play({
  options,
  pg,
  simulator,
  say,
  databaseUrl,
}: {
  readonly options: Options;
  readonly pg: Knex;
  readonly simulator: Simulator;
  readonly say: (words: string) => void;
  readonly databaseUrl: string;
}): Promise<Play> {
  const port = await freePort();
  const base = `http://127.0.0.1:${String(port)}`;
  const env = environment({ databaseUrl, gatewayUrl: simulator.url, base });
  const redis = { REDIS_URL: process.env.CLUSTER_REDIS_URL ?? "" };
  say("Starting two servers and two workers …");
  const members = await Members.start(["server", "server", "worker", "worker"], { ...env, ...redis });
  let rest: Resting | null = null;
  const targets = (): number[] => (rest ? [rest.port] : members.serverPorts());
  const balancer = await startBalancer({ port, targets, readyPath: "/acquiring/ready" });
  try {
    const counts = new Map<string, number>();
    const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);
    const { shop, admin, templateId } = await openFront(pg, base);
    const control = controlOf(simulator.url);
    say(`Load for ${String(options.seconds)} s …`);
    await playLoad({ scene: { pg, shop, admin, templateId, count }, members, control, say }, options);
    for (const front of [shop, admin])
      for (const [status, times] of front.statuses)
        counts.set(`answers ${String(status)}`, (counts.get(`answers ${String(status)}`) ?? 0) + times);
    await fetch(`${simulator.url}/_control/tape`, { method: "DELETE" });
    await members.whole();
    say("All processes run again; stopping them gracefully …");
    const rude = await members.stop();
    if (options.verbose) console.log(members.outputs);
    for (const [name, deaths] of Object.entries(members.deaths)) counts.set(`deaths of ${name}`, deaths);
    say("Coming to rest …");
    rest = await openRest({ pg, control }, env);
    const rounds = await rest.comeToRest();
    say(`At rest after ${String(rounds)} rounds; comparing the books …`);
    const wrong = await wrongInBooks({ pg, gatewayUrl: simulator.url }, { atRest: true });
    return {
      counts,
      wrong: [
        ...wrong,
        ...rude.map((name) => `not_stopped: ${name} did not exit with code 0 after SIGTERM.`),
        ...tooLittle(members.deaths, counts),
      ],
    };
  } finally {
    await members.stop();
    await rest?.close();
    await balancer.close();
  }
}

/** A run without enough deaths and payments proves nothing. */
function tooLittle(deaths: Readonly<Record<string, number>>, counts: ReadonlyMap<string, number>): string[] {
  const died = Object.values(deaths).reduce((sum, each) => sum + each, 0);
  const said: string[] = [];
  if (died === 0) said.push("too_little: no process died.");
  for (const what of ["orders heard of", "capture: done"])
    if (!counts.get(what)) said.push(`too_little: "${what}" never happened.`);
  return said;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
