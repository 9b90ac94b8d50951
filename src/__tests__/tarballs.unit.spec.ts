import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { compareTarballs } from "../../scripts/reproducible/compare-tarballs.cjs";

/** What `npm run reproducible` notices. */
let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tarballs-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

interface Content {
  readonly files: Readonly<Record<string, string>>;
  readonly mode?: number;
  readonly time?: number;
}

function tarball(name: string, { files, mode = 0o644, time = 1_000_000 }: Content): string {
  const place = join(folder, `${name}-files`, "package");
  mkdirSync(place, { recursive: true });
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(place, file)), { recursive: true });
    writeFileSync(join(place, file), text);
    chmodSync(join(place, file), mode);
    utimesSync(join(place, file), time, time);
  }
  const packed = join(folder, `${name}.tgz`);
  const listed = Object.keys(files).map((file) => `package/${file}`);
  execFileSync("tar", ["--format=ustar", "-czf", packed, "-C", join(folder, `${name}-files`), ...listed]);
  return packed;
}

/** Longer than the field for names. */
const LONG = `${"a-long-folder/".repeat(10)}c.js`;
const files = { "a.js": "one", "b.js": "two", [LONG]: "three" };

test("equal tarballs have no differences, and the SHA-256 of their bytes", () => {
  const [first, second] = [tarball("first", { files }), tarball("second", { files })];
  expect(compareTarballs(first, second)).toEqual({
    hash: createHash("sha256").update(readFileSync(first)).digest("hex"),
    differences: [],
  });
});

test("a difference in content, mode, time or presence is named with its file", () => {
  const first = tarball("first", { files });
  const content = tarball("content", { files: { ...files, "b.js": "2026" } });
  expect(compareTarballs(first, content).differences).toEqual(['package/b.js: content at byte 0: "two" and "2026"']);
  const other = tarball("other", { files: { "a.js": "one", [LONG]: "three" }, mode: 0o600, time: 2_000_000 });
  const { differences } = compareTarballs(first, other);
  expect(differences).toContain("package/a.js: mode 644 and 600");
  expect(differences).toContain("package/a.js: time 1000000 and 2000000");
  expect(differences).toContain(`package/${LONG}: mode 644 and 600`);
  expect(differences).toContain("package/b.js: only in one");
  expect(differences.filter((line) => line.includes("content"))).toEqual([]);
});

test("a difference in the order of the files, or in the compression alone, is named", () => {
  const first = tarball("first", { files });
  const turned = tarball("turned", { files: { "b.js": "two", "a.js": "one", [LONG]: "three" } });
  expect(compareTarballs(first, turned).differences).toEqual(["the order of the files"]);
  const packed = join(folder, "packed.tgz");
  writeFileSync(packed, gzipSync(gunzipSync(readFileSync(first)), { level: 1 }));
  expect(compareTarballs(first, packed).differences).toEqual(["only the compression"]);
});
