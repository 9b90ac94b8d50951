import { scripts } from "../../package.json";
import { MEDUSA } from "../../scripts/matrix/cells.cjs";
import { packedNow } from "../../scripts/packaged/page-links.cjs";
import { filesOf, textOf } from "./read-document";

/** GitHub's workflows: what they run exists and cannot be replaced, and what they may do. */
const WORKFLOWS = filesOf(".github/workflows", ".yml");
const workflows = WORKFLOWS.map((file) => ({ file, text: textOf(file) }));

const usesIn = (text: string): string[] => [...text.matchAll(/^\s*(?:- )?uses: *(.*)$/gm)].map(([, uses = ""]) => uses);
const jobsIn = (text: string): string[] =>
  text
    .slice(text.indexOf("\njobs:\n"))
    .split(/\n(?= {2}\w[\w-]*:\n)/)
    .slice(1);

test("there are workflows for CI, the matrix, releases, CodeQL and new dependencies", () => {
  const names = ["ci", "codeql", "dependency-review", "matrix", "release"];
  expect(WORKFLOWS).toEqual(names.map((name) => `.github/workflows/${name}.yml`));
});

test("every action is pinned by the hash of a commit, with its version beside it", () => {
  const foreign = workflows.flatMap(({ text }) => usesIn(text)).filter((uses) => !uses.startsWith("./"));
  expect(foreign.length).toBeGreaterThan(10);
  const PINNED = /^[\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
  expect(foreign.filter((uses) => !PINNED.test(uses))).toEqual([]);
});

test("one action has one version in all workflows", () => {
  const pinned = workflows.flatMap(({ text }) => usesIn(text)).filter((uses) => uses.includes("@"));
  const versions = new Map<string, Set<string>>();
  for (const uses of pinned) {
    const [action = "", version = ""] = uses.split("@");
    const repository = action.split("/").slice(0, 2).join("/");
    versions.set(repository, (versions.get(repository) ?? new Set()).add(version));
  }
  expect([...versions].filter(([, found]) => found.size > 1)).toEqual([]);
});

test("workflows of this repository that others use exist and can be called", () => {
  const own = workflows.flatMap(({ text }) => usesIn(text)).filter((uses) => uses.startsWith("./"));
  expect(own).not.toEqual([]);
  const callable = workflows.filter(({ text }) => text.includes("\n  workflow_call:\n")).map(({ file }) => `./${file}`);
  expect(own.filter((uses) => !callable.includes(uses))).toEqual([]);
});

test("every script that a workflow runs exists", () => {
  const named = workflows.flatMap(({ text }) => [...text.matchAll(/npm run (?:--silent )?([\w:-]+)/g)]);
  const names = named.map(([, name = ""]) => name);
  expect(names).toEqual(expect.arrayContaining(["reproducible", "sbom", "publishable"]));
  expect(names.filter((name) => !(name in scripts))).toEqual([]);
  expect(textOf(".github/workflows/ci.yml")).toContain("run: bash .ci/run\n");
});

test("the matrix is run whole, a job for each Medusa, and its corners with every change", () => {
  const listed = /\n {8}medusa: (\[.*\])\n/.exec(textOf(".github/workflows/matrix.yml"))?.[1];
  expect(JSON.parse(listed ?? "null")).toEqual(MEDUSA);
  expect(textOf(".github/workflows/ci.yml")).toContain("run: npm run matrix -- --corners --no-record\n");
});

test("a workflow may read the contents, unless a job says that it needs more", () => {
  const first = workflows.map(({ text }) => /^permissions:(.*(?:\n {2}.*)*)/m.exec(text)?.[1]?.trim());
  expect(first.filter((given) => given !== "contents: read" && given !== "{}")).toEqual([]);
  expect(workflows.filter(({ text }) => /pull_request_target|write-all/.test(text))).toEqual([]);
});

describe("the job that publishes", () => {
  const release = textOf(".github/workflows/release.yml");
  const publishing = jobsIn(release).filter((job) => /: write/.test(job));

  test("is the only one that may sign and write, and waits for all checks", () => {
    expect(publishing).toHaveLength(1);
    expect(publishing[0]).toContain("id-token: write");
    expect(publishing[0]).toContain("needs: [ci, matrix, build]");
  });

  test("runs no code of the repository or its dependencies, and publishes with provenance what was compared", () => {
    expect(publishing[0]).not.toMatch(/checkout|npm (?:ci|install|run)|npx/);
    expect(publishing[0]).toContain("npm publish ./release/*.tgz --provenance --ignore-scripts");
    expect(release).toContain("npm run reproducible -- --out release");
    expect(release.indexOf("npm run publishable")).toBeLessThan(release.indexOf("npm run reproducible"));
  });

  test("puts the SBOM beside the tarball in the release, and signs both", () => {
    expect(publishing[0]).toContain("release/*.tgz release/sbom.cdx.json release/checksums.txt");
    expect(publishing[0]).toContain("sbom-path: release/sbom.cdx.json");
  });
});

test("the package contains no workflow, nor anything else that only the repository needs; but what a store's monitoring loads", () => {
  const { files } = packedNow(`${__dirname}/../..`);
  const own = files.filter((file) => /^(?:\.github|\.ci|scripts|deploy)\/|releasing|package-lock/.test(file));
  expect(own.sort()).toEqual(["deploy/grafana/acquiring.json", "deploy/prometheus/acquiring.rules.yml"]);
});
