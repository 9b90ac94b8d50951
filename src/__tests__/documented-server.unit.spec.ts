import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { workKinds } from "../application/log-failed-work";
import { differenceKinds } from "../modules/acquiring/domain/books/differences";
import { codesIn, filesOf, namesIn, rowsUnder, textOf } from "./read-document";

/** Operating instructions in the documents, compared with the code. */
const ROOT = resolve(__dirname, "../..");

test("every job is in the operator's table with its schedule", () => {
  const WHEN: Readonly<Record<string, string>> = {
    "{ interval: 2_000 }": "every 2 s",
    "{ interval: 60_000 }": "every minute",
    "{ interval: 600_000 }": "every 10 minutes",
    "{ interval: 3_600_000 }": "every hour",
    '"23 3 * * *"': "at 3:23",
  };
  const jobs = filesOf("src/jobs", ".ts").map((file) => {
    const [, name = "", schedule = ""] = /config = \{ name: "([a-z-]+)", schedule: (.+) \};/.exec(textOf(file)) ?? [];
    return [name, WHEN[schedule]];
  });
  const documented = rowsUnder("docs/operations.md", "job", "when").map(([name, when]) => [codesIn(name)[0], when]);
  expect(documented.sort()).toEqual(jobs.sort());
});

test("every log line is documented, and no other", () => {
  const LINE = /(?:log|logError|info|warn|error)\(\s*\[?["`](acquiring\.[a-z_]+)/g;
  const written = filesOf("src", ".ts").flatMap((file) =>
    [...textOf(file).matchAll(LINE)].map(([, name = ""]) => name),
  );
  const documented = new Set(
    rowsUnder("docs/operations.md", "line", "meaning").flatMap(([names]) => namesIn(names, "acquiring")),
  );
  // The rest of these names is inserted when the line is written.
  const begun = ["acquiring.captcha_", "acquiring.captcha_check_"];
  const whole = written.filter((name) => !begun.includes(name));
  expect(whole.length).toBeGreaterThan(15);
  expect(whole.filter((name) => !documented.has(name))).toEqual([]);
  const OF_AN_OPERATION = /^acquiring\.(authorise|capture|void|refund|review|cancel_subscription)$/;
  const isWritten = (name: string): boolean =>
    whole.includes(name) || OF_AN_OPERATION.test(name) || begun.some((start) => name.startsWith(start));
  expect([...documented].filter((name) => !isWritten(name))).toEqual([]);
});

test("every kind of background work that can fail is documented, and no other", () => {
  const documented = rowsUnder("docs/operations.md", "`work`", "what failed").flatMap(([names]) => codesIn(names));
  expect(documented.sort()).toEqual([...workKinds].sort());
});

test("every kind of difference is documented, and no other", () => {
  const documented = rowsUnder("docs/reconciliation.md", "kind", "meaning").flatMap(([names]) => {
    const [first = "", ...more] = codesIn(names);
    const stem = first.replace(/_[a-z]+$/, "");
    return [first, ...more.map((name) => (name.startsWith("_") ? stem + name : name))];
  });
  expect([...documented].sort()).toEqual([...differenceKinds].sort());
});

test("the documented spans and metrics are those of the code", () => {
  const made = (file: string, pattern: RegExp): string[] =>
    [...textOf(file).matchAll(pattern)].map(([, name = ""]) => name);
  const telemetry = "src/modules/acquiring/health/telemetry.ts";
  const metrics = rowsUnder("docs/production.md", "metric", "kind").map(([name]) => codesIn(name)[0]);
  const gauges = made("src/modules/acquiring/health/gauges.ts", /\["(acquiring\.[^"]+)"/g);
  expect(metrics.sort()).toEqual([...made(telemetry, /create(?:Counter|Histogram)\("([^"]+)"/g), ...gauges].sort());
  const spans = rowsUnder("docs/production.md", "span").flatMap(([name]) => codesIn(name));
  const stems = made(telemetry, /[`"](acquiring\.[a-z]+ (?:[a-z]+)?)/g);
  expect(stems.filter((stem) => !spans.some((name) => name.startsWith(stem)))).toEqual([]);
  expect(spans.filter((name) => !stems.some((stem) => name.startsWith(stem)))).toEqual([]);
});

test("the environment variables of the compose file are documented", () => {
  const asked = [...textOf("deploy/compose.yaml").matchAll(/\$\{([A-Z_]+):\?\}/g)].map(([, name = ""]) => name);
  const page = textOf("docs/production.md");
  expect(asked.length).toBeGreaterThan(5);
  expect([...new Set(asked)].filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

/** `http/promises` and `src/gateway/signing/signing.unit`, as the tables of promises and threats name them. */
const TEST_NAME =
  /(?:^|[\s;,(])((?:promises|http|modules|corpus|model|support)\/[\w-]+|(?:src|scripts)\/[\w/…-]+(?:\.unit)?)/g;

const inFull = (name: string): string => name.replace("src/…/domain", "src/modules/acquiring/domain");

function placesOf(name: string): string[] {
  if (!name.startsWith("src/"))
    return [`integration-tests/${name}.spec.ts`, `integration-tests/${name}`, `${name}.cjs`];
  const parts = name.split("/");
  return [`${parts.slice(0, -1).join("/")}/__tests__/${parts.at(-1) ?? ""}.spec.ts`];
}

test.each([
  ["docs/promises.md", 2],
  ["docs/threat-model.md", 2],
])("every test that %s names exists", (file, column) => {
  const heads = file.includes("promises") ? ["#", "promise", "test"] : ["threat", "protection"];
  const cells = rowsUnder(file, ...heads).map((row) => row[column] ?? "");
  const names = cells.flatMap((cell) => [...cell.matchAll(TEST_NAME)].map(([, name = ""]) => name));
  expect(cells.length).toBeGreaterThan(15);
  const isThere = (name: string): boolean => placesOf(inFull(name)).some((place) => existsSync(join(ROOT, place)));
  expect(names.filter((name) => !isThere(name))).toEqual([]);
});

test("every promise has its row, and a test that carries its number", () => {
  const rows = rowsUnder("docs/promises.md", "#", "promise").map(([number = "", , cell = ""]) => {
    const files = [...cell.matchAll(TEST_NAME)].flatMap(([, name = ""]) => placesOf(inFull(name)));
    const texts = files.filter((file) => /\.ts$/.test(file) && existsSync(join(ROOT, file))).map(textOf);
    return { number, isCarried: texts.some((text) => text.includes(`"${number} `)) };
  });
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 35 }, (_, index) => String(index + 1)));
  expect(rows.filter(({ isCarried }) => !isCarried)).toEqual([]);
});

test("every URL of ours in a page is that of a route", () => {
  const routes = filesOf("src/api", "/route.ts").map((file) =>
    file.replace("src/api/", "").replace("/route.ts", "").split("/"),
  );
  // Notifications and reports are answered by a middleware, before Medusa reads the body.
  expect(textOf("src/api/middlewares.ts")).toContain('matcher: "/acquiring/notify", middlewares: [takeNotification]');
  expect(textOf("src/api/middlewares.ts")).toContain('matcher: "/acquiring/csp-reports", middlewares: [takeCspReport]');
  routes.push(["acquiring", "notify", "[account]"], ["acquiring", "csp-reports"]);
  const isThere = (address: string): boolean => {
    const parts = address.split("/").filter((part) => part !== "" && !part.startsWith("…"));
    return routes.some((route) => parts.every((part, at) => route[at]?.startsWith("[") || route[at] === part));
  };
  const pages = ["README.md", "CHANGELOG.md", ...filesOf("docs", ".md")];
  const named = pages.flatMap((page) =>
    [
      ...textOf(page).matchAll(
        /(?<![\w./-])(?:<\w+>|https:\/\/[\w.]+)?(\/(?:admin\/|store\/)?acquiring\/[\w/:<>…-]+)/g,
      ),
    ].map(([, address = ""]) => [page, address] as const),
  );
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter(([, address]) => !isThere(address))).toEqual([]);
});
