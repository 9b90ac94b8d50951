import { attentionKinds } from "../modules/acquiring/domain/attention-kinds";
import { codesIn, rowsUnder, textOf } from "./read-document";

/** Alert rules and dashboard: compared with the documented metrics, which `documented-server.unit.spec` compares with the code. */
const RULES = textOf("deploy/prometheus/acquiring.rules.yml");
const DASHBOARD = textOf("deploy/grafana/acquiring.json");

interface Rule {
  readonly name: string;
  readonly text: string;
}

const rules: readonly Rule[] = RULES.split("- alert: ")
  .slice(1)
  .map((text) => ({ name: /^\w+/.exec(text)?.[0] ?? "", text }));

/** As Prometheus names them: a dot is an underscore, a counter ends in `_total`, a histogram has three series. */
const exported = rowsUnder("docs/production.md", "metric", "kind").flatMap(([cell, kind = "", attributes]) => {
  const name = (codesIn(cell)[0] ?? "").replaceAll(".", "_");
  const labels = codesIn(attributes);
  if (kind === "counter") return [{ name: `${name}_total`, labels }];
  if (!kind.startsWith("histogram")) return [{ name, labels }];
  return [
    { name: `${name}(_seconds)?_count`, labels },
    { name: `${name}(_seconds)?_bucket`, labels: [...labels, "le"] },
  ];
});

const panels: readonly { title: string; targets?: { expr: string }[] }[] = JSON.parse(DASHBOARD).panels;
const expressions = [
  ...rules.map(({ name, text }): [string, string] => [
    name,
    text.slice(text.indexOf("expr:"), text.search(/\n +(?:for|labels):/)),
  ]),
  ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }): [string, string] => [title, expr])),
];

test("every alert has its own section of the operator's page, and each section its alert", () => {
  const page = textOf("docs/operations.md");
  const sections = [...page.matchAll(/^### (Acquiring\w+)$/gm)].map(([, name = ""]) => name);
  expect(rules.length).toBeGreaterThan(20);
  expect(sections).toEqual(rules.map(({ name }) => name));
  for (const { name, text } of rules)
    expect([name, /runbook_url: (\S+)/.exec(text)?.[1]]).toEqual([name, `docs/operations.md#${name.toLowerCase()}`]);
});

test("every section says how urgent it is and when it fires, as the rule does", () => {
  const page = textOf("docs/operations.md");
  for (const { name, text } of rules) {
    const said = new RegExp(`^### ${name}\\n\\n(Critical|Warning), `, "m").exec(page)?.[1]?.toLowerCase();
    expect([name, said]).toEqual([name, /severity: (\w+)/.exec(text)?.[1]]);
  }
});

test("rules and dashboard use exported metrics with their labels only", () => {
  const names = exported.map(({ name }) => name);
  expect(expressions.length).toBeGreaterThan(40);
  for (const [where, expression] of expressions) {
    const used = [...expression.matchAll(/acquiring_[a-z_]+(?:\(_seconds\)\?_(?:count|bucket))?/g)].map(
      ([name]) => name,
    );
    expect([where, used.length > 0, used.filter((name) => !names.includes(name))]).toEqual([where, true, []]);
    const known = [...exported.filter(({ name }) => used.includes(name)).flatMap(({ labels }) => labels), "__name__"];
    const compared = [...expression.matchAll(/[{,]\s*([a-z_]+)\s*=/g)].map(([, label = ""]) => label);
    const grouped = [...expression.matchAll(/by \(([^)]+)\)/g)].flatMap(([, list = ""]) => list.split(", "));
    expect([where, [...compared, ...grouped].filter((label) => !known.includes(label))]).toEqual([where, []]);
  }
});

test("every metric of the page is used by a rule or the dashboard", () => {
  const all = expressions.map(([, expression]) => expression).join("\n");
  expect(exported.map(({ name }) => name).filter((name) => !all.includes(name))).toEqual([]);
});

test("the rules name existing kinds of attention items", () => {
  const named = [...RULES.matchAll(/kind=~?"([a-z_|]+)"/g)].flatMap(([, list = ""]) => list.split("|"));
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((kind) => !(kind in attentionKinds))).toEqual([]);
});

test("every rule has a test for promtool", () => {
  const tests = textOf("deploy/prometheus/acquiring.rules.test.yml");
  expect(rules.map(({ name }) => name).filter((name) => !tests.includes(`  - name: ${name}\n`))).toEqual([]);
});

test("the dashboard asks for its data source, and each panel uses the one that was chosen", () => {
  const { templating, panels: all } = JSON.parse(DASHBOARD);
  expect(templating.list[0]).toMatchObject({ name: "datasource", type: "datasource", query: "prometheus" });
  const drawn = all.filter(({ type }: { type: string }) => type !== "row");
  const sources = new Set(drawn.map(({ datasource }: { datasource: { uid: string } }) => datasource.uid));
  expect([...sources]).toEqual(["${datasource}"]);
});
