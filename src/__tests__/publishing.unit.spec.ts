import manifest from "../../package.json";
import { missingForPublication } from "../../scripts/publishing/missing.cjs";

/** What `npm publish` refuses, and how it says what to do. */
const address = {
  repository: { type: "git", url: "git+https://github.com/shop/plugin.git" },
  homepage: "https://github.com/shop/plugin#readme",
  bugs: { url: "https://github.com/shop/plugin/issues" },
};
const complete = { version: "1.2.0", ...address };
const changelog = "# Changelog\n\n## 1.2.0 (2026-12-01)\n\n- **Something**\n";
const missing = (release: Partial<Parameters<typeof missingForPublication>[0]>): string[] =>
  missingForPublication({ manifest: complete, changelog, environment: {}, ...release });

test("a release with its addresses and its part of the changelog can be published", () => {
  expect(missing({})).toEqual([]);
});

test("an address that is missing, empty, of another form or copied from the message is named, with the command that sets it", () => {
  const wrong = ["", "plugin", "git@github.com:shop/plugin.git", "git+https://github.com/OWNER/NAME.git"];
  for (const url of wrong) {
    const [line, ...others] = missing({ manifest: { ...complete, repository: { type: "git", url } } });
    expect(others).toEqual([]);
    expect(line).toContain('package.json: "repository.url" is ');
    expect(line).toContain('Run npm pkg set "repository.url=git+https://github.com/OWNER/NAME.git"');
  }
  const lines = missing({
    manifest: { version: "1.2.0", homepage: "", bugs: { url: "http://github.com/shop/plugin" } },
  });
  expect(lines.map((line) => line.split(".json: ")[1]?.split(",")[0]?.split(". ")[0])).toEqual([
    '"repository.url" is empty',
    '"homepage" is empty',
    '"bugs.url" is http://github.com/shop/plugin',
  ]);
});

test("this package has its three addresses in package.json alone, all of them or none", () => {
  const lines = missing({ manifest: { ...manifest, version: "1.2.0" } });
  expect([manifest.repository.url, manifest.homepage, manifest.bugs.url].filter(Boolean)).toHaveLength(
    3 - lines.length,
  );
  expect([0, 3]).toContain(lines.length);
});

test("a version without its heading in the changelog, or with an unreleased one, is refused", () => {
  expect(missing({ changelog: "# Changelog\n\n## 1.1.0 (2026-11-01)\n" })).toEqual([
    'CHANGELOG.md has no heading for the version 1.2.0. Write "## 1.2.0 (YYYY-MM-DD)", with the day of the release.',
  ]);
  expect(missing({ changelog: "## 1.2.0 (unreleased)\n" })).toEqual([
    'CHANGELOG.md has "## 1.2.0 (unreleased)" for the version 1.2.0. Write "## 1.2.0 (YYYY-MM-DD)", with the day of the release.',
  ]);
  expect(missing({ manifest: { version: "1.2.0" }, changelog: "# Changelog\n" })).toHaveLength(4);
});

test("a workflow publishes the repository and the tag that package.json names", () => {
  const workflow = {
    GITHUB_SERVER_URL: "https://github.com",
    GITHUB_REPOSITORY: "shop/plugin",
    GITHUB_REF_TYPE: "tag",
  };
  expect(missing({ environment: { ...workflow, GITHUB_REF_NAME: "v1.2.0" } })).toEqual([]);
  const other = { ...workflow, GITHUB_REPOSITORY: "other/fork", GITHUB_REF_NAME: "v1.2.1" };
  const [repository = "", tag = ""] = missing({ environment: other });
  expect(repository).toContain("this workflow runs in git+https://github.com/other/fork.git");
  expect(tag).toBe("The tag is v1.2.1, but package.json has the version 1.2.0. Tag v1.2.0, or correct the version.");
});

test.each(["preinstall", "install", "postinstall"])("a package with the script %s is refused", (name) => {
  expect(missing({ manifest: { ...complete, scripts: { [name]: "node x.js" } } })).toEqual([
    `package.json: the script "${name}" would run in every store. Remove it.`,
  ]);
});

test("the check runs before every npm publish", () => {
  expect(manifest.scripts.prepublishOnly).toMatch(/^npm run publishable && /);
});

test("Medusa's catalogue of integrations finds the package among the payment providers", () => {
  const wanted = ["medusa-v2", "medusa-plugin-integration", "medusa-plugin-payment"];
  expect(manifest.keywords).toEqual(expect.arrayContaining(wanted));
});
