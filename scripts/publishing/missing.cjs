/** What a publication still lacks: one line each, with the field and its fix. */

const isWebAddress = (text) => /^https:\/\/[^\s/]+\.[^\s/]+\/./.test(text ?? "");
const isGitAddress = (text) => /^git\+https:\/\/[^\s/]+\.[^\s/]+\/\S+\.git$/.test(text ?? "");

/** The fields that need a public address, with an example; docs/releasing.md sets all three at once. */
const ADDRESSES = [
  { field: "repository.url", isValid: isGitAddress, example: "git+https://github.com/OWNER/NAME.git" },
  { field: "homepage", isValid: isWebAddress, example: "https://github.com/OWNER/NAME#readme" },
  { field: "bugs.url", isValid: isWebAddress, example: "https://github.com/OWNER/NAME/issues" },
];

function missingAddresses({ repository, homepage, bugs }) {
  const values = { "repository.url": repository?.url, homepage, "bugs.url": bugs?.url };
  return ADDRESSES.filter(({ field, isValid, example }) => !isValid(values[field]) || values[field] === example).map(
    ({ field, example }) => {
      const state = values[field] ? `is ${values[field]}, which is not such an address` : "is empty";
      return `package.json: "${field}" ${state}. Run npm pkg set "${field}=${example}", with your OWNER and NAME.`;
    },
  );
}

/** npm refuses the provenance of a package whose repository is another one than that of the workflow. */
function otherRepository({ repository }, { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name }) {
  if (!name || !isGitAddress(repository?.url)) return [];
  const wanted = `git+${server}/${name}.git`;
  return repository.url === wanted
    ? []
    : [`package.json: "repository.url" is ${repository.url}, but this workflow runs in ${wanted}. Write the latter.`];
}

/** `## 1.2.0 (2026-12-01)`. */
function missingHeading({ version }, changelog) {
  const headings = changelog.split("\n").filter((line) => line.startsWith("## "));
  const heading = headings.find((line) => line.split(" ")[1] === version);
  if (heading !== undefined && /^## \S+ \(\d{4}-\d\d-\d\d\)$/.test(heading)) return [];
  const found = heading === undefined ? "has no heading for" : `has "${heading}" for`;
  return [
    `CHANGELOG.md ${found} the version ${version}. Write "## ${version} (YYYY-MM-DD)", with the day of the release.`,
  ];
}

function otherTag({ version }, { GITHUB_REF_TYPE: type, GITHUB_REF_NAME: name }) {
  if (type !== "tag" || name === `v${version}`) return [];
  return [`The tag is ${name}, but package.json has the version ${version}. Tag v${version}, or correct the version.`];
}

/** Nothing of a dependant's machine may run at installation; npm also builds a package with a binding.gyp. */
function installScripts({ scripts = {} }) {
  const found = ["preinstall", "install", "postinstall"].filter((name) => name in scripts);
  return found.map((name) => `package.json: the script "${name}" would run in every store. Remove it.`);
}

function missingForPublication({ manifest, changelog, environment }) {
  return [
    ...missingAddresses(manifest),
    ...otherRepository(manifest, environment),
    ...missingHeading(manifest, changelog),
    ...otherTag(manifest, environment),
    ...installScripts(manifest),
  ];
}

module.exports = { missingForPublication };
