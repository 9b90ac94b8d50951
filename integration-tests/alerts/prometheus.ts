import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { z } from "@medusajs/framework/zod";
import { freePort } from "../../scripts/postgres.cjs";

/** A real Prometheus on loopback that scrapes one store every two seconds and evaluates the alert rules every second. */
export interface Prometheus {
  /** Names of the alerts that fire by an evaluation that began after this call. */
  firing(): Promise<readonly string[]>;
  /** Number of series that the expression gives now; rejects with the engine's message if it is wrong. */
  count(expression: string): Promise<number>;
  stop(): Promise<void>;
}

export const RULES = resolve(__dirname, "../../deploy/prometheus/acquiring.rules.yml");

export const DASHBOARD = resolve(__dirname, "../../deploy/grafana/acquiring.json");

/** What an increase is counted over in the trial, so that it does not take an hour. */
const WINDOW = "30s";

/** The shipped rules with two substitutions: each `for` is 0s, each range `[…m]` is `[30s]`. Thresholds stay. */
export const inTrial = (rules: string): string =>
  rules.replaceAll(/\bfor: \d+m\b/g, "for: 0s").replaceAll(/\[\d+m\]/g, `[${WINDOW}]`);

export const alertsIn = (rules: string): readonly string[] =>
  [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = ""]) => name);

/** What the dashboard's panels ask, as Grafana would with every account. */
export const expressionsOf = (dashboard: string): readonly string[] =>
  Dashboard.parse(JSON.parse(dashboard))
    .panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
    .map((expr) => expr.replaceAll("$__rate_interval", WINDOW).replaceAll("$account", ".*"));

const Dashboard = z.object({
  panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })).default([]) })),
});

const PATIENCE_MS = 60_000;
const POLL_MS = 100;

export async function startPrometheus(command: string, storePort: number): Promise<Prometheus> {
  const folder = mkdtempSync(join(tmpdir(), "acquiring-alerts-"));
  const port = await freePort();
  const rules = inTrial(readFileSync(RULES, "utf8"));
  writeFileSync(join(folder, "rules.yml"), rules);
  writeFileSync(join(folder, "prometheus.yml"), configuration(storePort));
  const settings = [
    `--config.file=${join(folder, "prometheus.yml")}`,
    `--storage.tsdb.path=${join(folder, "data")}`,
    `--web.listen-address=127.0.0.1:${String(port)}`,
    "--log.level=warn",
  ];
  const child = spawn(command, settings, { stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4_000)));
  child.once("error", (error) => (said += error.message));
  const server = new Api(`http://127.0.0.1:${String(port)}/api/v1`);
  const exited = new Promise<void>((done) => child.once("close", () => done()));
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    await exited;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await eventually(() =>
      server.firing().then(
        () => true,
        () => false,
      ),
    );
  } catch (error) {
    await stop();
    throw new Error(`Prometheus did not start.\n${said}`, { cause: error });
  }
  return { firing: () => server.firing(), count: (expression) => server.count(expression), stop };
}

const configuration = (storePort: number): string => `
global: { scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s }
rule_files: [rules.yml]
scrape_configs:
  - job_name: store
    scrape_interval: 2s
    scrape_timeout: 2s
    static_configs: [{ targets: ["127.0.0.1:${String(storePort)}"] }]
`;

const Rules = z.object({
  data: z.object({
    groups: z.array(
      z.object({ rules: z.array(z.object({ name: z.string(), state: z.string(), lastEvaluation: z.string() })) }),
    ),
  }),
});
const Found = z.object({ data: z.object({ result: z.array(z.unknown()) }) });

class Api {
  constructor(private readonly base: string) {}

  async firing(): Promise<readonly string[]> {
    const asked = Date.now();
    let found: readonly { name: string; state: string; lastEvaluation: string }[] = [];
    await eventually(async () => {
      const { data } = Rules.parse(await this.get("rules?type=alert"));
      found = data.groups.flatMap(({ rules }) => rules);
      return found.length > 0 && found.every(({ lastEvaluation }) => Date.parse(lastEvaluation) > asked);
    });
    return found.flatMap(({ name, state }) => (state === "firing" ? [name] : []));
  }

  async count(expression: string): Promise<number> {
    return Found.parse(await this.get(`query?query=${encodeURIComponent(expression)}`)).data.result.length;
  }

  private async get(path: string): Promise<unknown> {
    const answer = await fetch(`${this.base}/${path}`);
    if (answer.status !== 200) throw new Error(await answer.text());
    return answer.json();
  }
}

/** Polls, ten times a second; throws if it does not become true within a minute. */
export async function eventually(condition: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (performance.now() < end) {
    if (await condition()) return;
    await new Promise((next) => setTimeout(next, POLL_MS));
  }
  throw new Error("It did not happen within a minute.");
}
