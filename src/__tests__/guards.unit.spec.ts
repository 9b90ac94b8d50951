import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
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

test("each guard names a spec file that exists", () => {
  const specs = files.filter((file) => /\.spec\.tsx?$/.test(file));
  const isThere = (pattern: string): boolean => specs.some((file) => new RegExp(pattern).test(join(root, file)));
  expect(
    guards.flatMap((guard) => guard.files.filter((each) => !isThere(each)).map((each) => [guard.name, each])),
  ).toEqual([]);
});
