/**
 * The range of Medusa in `peerDependencies`: from the lowest version that passed to the end of the highest one's minor. npm
 * compares a prerelease only with a range that names one of the same version.
 */
const isPrerelease = (version) => version.includes("-");

/** The first version of the next minor. */
function afterMinor(version) {
  const [major, minor] = version.split(".");
  return `${major}.${Number(minor) + 1}.0`;
}

/** `passed`: in ascending order. */
function peerRange(passed) {
  const releases = passed.filter((version) => !isPrerelease(version));
  const ranges = [`>=${releases[0]} <${afterMinor(releases.at(-1))}`];
  for (const version of passed.filter(isPrerelease)) ranges.push(`>=${version} <${afterMinor(version)}`);
  return ranges.join(" || ");
}

module.exports = { peerRange };
