import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Guard } from "../../scripts/guards/list.cjs";
import { guards } from "../../scripts/guards/list.cjs";

/** `npm run guards` takes half an hour; this finds patches in its list that no longer match the code. */
const root = join(__dirname, "../..");
const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: root, encoding: "utf8" }).split(
  "\n",
);

const within = (place: string): readonly string[] =>
  statSync(join(root, place)).isDirectory()
    ? files.filter((file) => file.startsWith(`${place}/`) && !file.slice(place.length + 1).includes("/"))
    : [place];

const fits = ({ file, find }: Guard["patches"][number]): boolean =>
  within(file).some((each) => readFileSync(join(root, each), "utf8").includes(find));

test("the text that each guard replaces is in its file", () => {
  expect(
    guards.flatMap(({ name, patches }) => patches.filter((patch) => !fits(patch)).map(({ file }) => [name, file])),
  ).toEqual([]);
});

test("a module that a replacement loads exists", () => {
  const loaded = guards.flatMap(({ name, patches }) =>
    patches.flatMap(({ file, replace }) =>
      [...replace.matchAll(/require\("(\.[^"]+)"\)/g)].map(
        ([, path = ""]) => [name, join(dirname(file), path)] as const,
      ),
    ),
  );
  expect(loaded.length).toBeGreaterThan(0);
  expect(loaded.filter(([, path]) => !files.includes(`${path}.ts`))).toEqual([]);
});

test("each guard names a spec file that exists", () => {
  const specs = files.filter((file) => /\.spec\.tsx?$/.test(file));
  const isThere = (pattern: string): boolean => specs.some((file) => new RegExp(pattern).test(join(root, file)));
  expect(
    guards.flatMap((guard) => guard.files.filter((each) => !isThere(each)).map((each) => [guard.name, each])),
  ).toEqual([]);
});

/** Titles in the specs of a guard, and names in the test data beside them: the first string of a call or a list, or a name. */
const textsFor = (guard: Guard): string[] => {
  const specs = files.filter((file) => guard.files.some((pattern) => new RegExp(pattern).test(join(root, file))));
  const folders = new Set(specs.map((file) => dirname(file)));
  const data = files.filter((file) => folders.has(dirname(file)) && /(?<!\.spec)\.tsx?$/.test(file));
  return [...specs, ...data].flatMap((file) =>
    [...readFileSync(join(root, file), "utf8").matchAll(/(?<=[([]\s*|name: )(["`])((?:(?!\1)[^\\\n]|\\.)*)\1/g)].map(
      ([, , text = ""]) => text,
    ),
  );
};
const ESCAPED = /[.*+?^${}()|[\]\\]/g;
const VALUE = /%[sipjdo#]|\$\{[^}]*\}|\$[a-z]+/;

/** Whether the pattern matches a title, or a title with values fits the pattern. */
const fitsTitle = (pattern: string, title: string): boolean => {
  if (new RegExp(pattern).test(title)) return true;
  const parts = title.split(VALUE).map((part) => part.replace(ESCAPED, "\\$&"));
  return parts.length > 1 && new RegExp(`^${parts.join(".*")}$`).test(pattern.replace(/^\^|\\/g, ""));
};

test("the test that each guard names is in its spec files", () => {
  const isMissing = ({ test: pattern, ...guard }: Guard): boolean =>
    pattern !== undefined && pattern !== "" && !textsFor(guard).some((title) => fitsTitle(pattern, title));
  expect(guards.filter(isMissing).map(({ name, test: pattern }) => [name, pattern])).toEqual([]);
});
