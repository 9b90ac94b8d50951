/** The storefront guide as an executable document: its commands and its diff are run as printed. */
const fs = require("node:fs");
const path = require("node:path");

const root = path.join(__dirname, "../..");
const NAME = "nextjs-storefront.md";
const GUIDE = `docs/${NAME}`;

const readGuide = () => fs.readFileSync(path.join(root, GUIDE), "utf8");

/** The commands of the first shell block that contains `mark`. Blocks may have three or four backticks. */
function commandsWith(mark) {
  const blocks = [...readGuide().matchAll(/^(`{3,4})sh\n([\s\S]+?)\n\1$/gm)].map(([, , text]) => text);
  const found = blocks.find((text) => text.includes(mark));
  if (!found) throw new Error(`${GUIDE} prints no command with "${mark}" any more.`);
  return found;
}

/** The names that the guide puts into `.env.local`. */
const namesOfEnvironment = () => [...commandsWith("NEXT_PUBLIC_").matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);

/** Applies the guide's edits to the starter in `folder`, with the guide's own commands. */
async function applyGuide(folder, run) {
  fs.copyFileSync(path.join(root, GUIDE), path.join(folder, NAME));
  await run("The guide's edits", "sh", ["-e", "-c", commandsWith("git apply")], { cwd: folder });
  const changed = [...new Set([...readGuide().matchAll(/^\+\+\+ b\/(\S+)$/gm)].map(([, file]) => file))];
  const missing = changed.filter((file) => !fs.existsSync(path.join(folder, file)));
  if (changed.length === 0 || missing.length > 0)
    throw new Error(`The guide's edits are not all there: ${missing.join(", ") || "it has none"}.`);
  return changed.length;
}

/**
 * The component with payment instructions (of a voucher) on the confirmation page: `{ name, className }`, if
 * `src/react` has one. `isInGuide`: the guide uses it.
 */
function paymentInstructions() {
  const folder = path.join(root, "src/react");
  for (const file of fs.readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".tsx"))) {
    const text = fs.readFileSync(path.join(folder, file), "utf8");
    const name = /export function (\w*Instructions)\b/.exec(text)?.[1];
    const className = /className=\{?["`](acq-[\w-]*instructions[\w-]*)/.exec(text)?.[1];
    if (name && className) return { name, className, isInGuide: readGuide().includes(`<${name}`) };
  }
  return null;
}

module.exports = { applyGuide, commandsWith, GUIDE, namesOfEnvironment, paymentInstructions, readGuide };
