import { scripts } from "../../package.json";
import { failpointNames } from "../modules/acquiring/runtime/failpoint";
import { codesIn, filesOf, rowsUnder, textOf } from "./read-document";

/** Commands of the package and the repository as documented, compared with what they accept. */
const helpOf = (command: string): string => {
  const source = textOf(`src/cli/${command}.ts`);
  return /HELP = `([\s\S]*?)`;/.exec(source)?.[1] ?? "";
};
const optionsOf = (help: string): string[] => [...help.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, name = ""]) => name);
const COMMANDS = [...helpOf("index").matchAll(/^ {2}([a-z]+) {2,}/gm)].map(([, name = ""]) => name);
const GUIDE = textOf("docs/command-line.md");

test("every command is in the table and has its part of the page, or a page of its own", () => {
  expect(COMMANDS.length).toBeGreaterThan(5);
  const rows = rowsUnder("docs/command-line.md", "command", "purpose");
  expect(rows.map(([name]) => codesIn(name)[0]).sort()).toEqual([...COMMANDS].sort());
  const documented = (name: string): boolean =>
    GUIDE.includes(`\n## ${name}\n`) || (rows.find(([cell]) => cell === `\`${name}\``)?.[1] ?? "").includes(".md)");
  expect(COMMANDS.filter((name) => !documented(name))).toEqual([]);
});

test("the documented options are options of the commands", () => {
  const OPTION = /(--[a-z]+(?:-[a-z]+)*)/g;
  const known = new Set(
    COMMANDS.flatMap((name) => [...helpOf(name).matchAll(OPTION)].map(([, option = ""]) => option)),
  );
  const documented = [...GUIDE.matchAll(OPTION)].map(([, name = ""]) => name);
  expect(documented.length).toBeGreaterThan(5);
  expect(documented.filter((name) => !known.has(name))).toEqual([]);
});

test.each([
  ["reconcile", "docs/reconciliation.md", "meaning"],
  ["simulator", "docs/simulator.md", "default"],
])("every option of %s is in its page's table", (command, page, second) => {
  const documented = rowsUnder(page, "option", second).flatMap(([cell]) =>
    codesIn(cell).map((code) => code.split(" ")[0]),
  );
  const wanted = optionsOf(helpOf(command)).filter((name) => name !== "--help");
  expect(wanted.filter((name) => !documented.includes(name))).toEqual([]);
  expect(documented.filter((name) => name?.startsWith("--") && name !== "--help" && !wanted.includes(name))).toEqual(
    [],
  );
});

test("every check of the doctor is in the page, and no other", () => {
  const source = filesOf("src/cli/doctor", ".ts").map(textOf).join("\n");
  const shown = [
    ...[...source.matchAll(/\b(?:ok|warn|fail)\(\s*[`"]([^`"$]+)/g)],
    ...[...source.matchAll(/const check = [`"]([^`"$]+)/g)],
  ].map(([, name = ""]) => name.trim());
  const documented = rowsUnder("docs/command-line.md", "check").map(([name]) =>
    (codesIn(name)[0] ?? "").replace(/ ?…$/, ""),
  );
  expect([...new Set(shown)].sort()).toEqual([...documented].sort());
});

test("the quick start uses the simulator's account and address", () => {
  const help = helpOf("simulator");
  const page = textOf("docs/quick-start.md");
  const own = (name: string): string => new RegExp(`--${name} .*?default (\\d+)`).exec(help)?.[1] ?? "";
  expect(page).toContain(`merchantId: "${own("merchant-id")}"`);
  expect(page).toContain(`accountId: "${own("account-id")}"`);
  expect(page).toContain(`ACQUIRING_BASE_URL=http://127.0.0.1:${own("port N")}`);
  const key = /^ACQUIRING_SIGNING_KEY=(.+)$/m.exec(page)?.[1] ?? "";
  expect(page).toContain(`ACQUIRING_SIMULATOR_KEY=${key} npx`);
});

test("the documented failpoints are those of the code", () => {
  const page = textOf("docs/testing.md");
  const writes = new Set(failpointNames.flatMap((name) => /^([a-z_]+):before-send$/.exec(name)?.[1] ?? []));
  expect([...writes].filter((name) => !page.includes(`\`${name}\``) && !page.includes(`\`${name}:`))).toEqual([]);
});

test("the documented defaults of the long runs are those of the code", () => {
  const given = (file: string): string[] =>
    [...(/NUMBERS = \{([^}]+)\}/.exec(textOf(file))?.[1] ?? "").matchAll(/(\w+): (\d+)/g)].map(
      ([, name = "", value = ""]) => `--${name} ${value}`,
    );
  const documented = rowsUnder("docs/testing.md", "option", "default").map(([name, value]) => {
    return `${(codesIn(name)[0] ?? "").split(" ")[0] ?? ""} ${value ?? ""}`;
  });
  expect(given("integration-tests/cluster/options.ts").filter((option) => !documented.includes(option))).toEqual([]);
});

test("every script that a page names exists, and every benchmark is explained", () => {
  const pages = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", ...filesOf("docs", ".md")].map(textOf).join("\n");
  const named = [...pages.matchAll(/npm run ([a-z:-]+[a-z])/g)].map(([, name = ""]) => name);
  expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  const listed = [...textOf("bench/list.ts").matchAll(/from "\.\/([\w-]+)\/[\w-]+"/g)].map(([, folder = ""]) => folder);
  const page = textOf("docs/benchmarks.md");
  const names = listed
    .filter((folder) => folder !== "harness")
    .flatMap((folder) => filesOf(`bench/${folder}`, ".ts"))
    .flatMap((file) => [...textOf(file).matchAll(/Benchmark = \{\s*name: "([\w-]+)"/g)].map(([, name = ""]) => name));
  expect(names.length).toBeGreaterThan(8);
  expect(names.filter((name) => !page.includes(`\`${name}\``) && !page.includes(`**${name}**`))).toEqual([]);
});
