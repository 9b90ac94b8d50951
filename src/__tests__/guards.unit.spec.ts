import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { guards } from "../../scripts/guards/list.cjs";

/** `npm run guards` takes each guard away by its text: a text that is gone would show nothing any more. */
const ROOT = join(__dirname, "../..");

function textsOf(place: string): string[] {
  const path = join(ROOT, place);
  if (!statSync(path).isDirectory()) return [readFileSync(path, "utf8")];
  const files = readdirSync(path, { withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map(({ name }) => readFileSync(join(path, name), "utf8"));
}

test.each(guards.flatMap(({ name, patches }) => patches.map(({ file, find }) => [name, file, find] as const)))(
  "the guard '%s' stands in %s",
  (_name, file, find) => {
    expect(textsOf(file).some((text) => text.includes(find))).toBe(true);
  },
);
