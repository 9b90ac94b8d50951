/**
 * A folder in the system's temporary folder, created once per version and user, for binaries that cannot run where npm
 * put them. Only our own files are run from there: a folder of another user is refused.
 */
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");

const uid = () => process.getuid?.();

/** `fill(draft)` creates the contents; concurrent processes do not disturb each other. */
function cachedFolder(name, fill) {
  const who = uid() === 0 ? "root" : (uid() ?? "user");
  const target = path.join(os.tmpdir(), `medusa-payment-acquiring-${name}-${who}`);
  const found = fs.lstatSync(target, { throwIfNoEntry: false });
  if (found && uid() !== undefined && (!found.isDirectory() || found.uid !== uid() || (found.mode & 0o022) !== 0)) {
    throw new Error(
      `${target} is not owned by you alone, so nothing in it is run. Remove it, or set TMPDIR to a folder of your own.`,
    );
  }
  if (fs.existsSync(path.join(target, "ready"))) return target;
  const draft = `${target}.${process.pid}`;
  fs.rmSync(draft, { recursive: true, force: true });
  fs.mkdirSync(draft, { recursive: true });
  fill(draft);
  fs.chmodSync(draft, 0o755);
  fs.writeFileSync(path.join(draft, "ready"), name);
  try {
    fs.renameSync(draft, target);
  } catch (error) {
    if (!fs.existsSync(path.join(target, "ready"))) throw error;
    fs.rmSync(draft, { recursive: true, force: true });
  }
  return target;
}

module.exports = { cachedFolder };
