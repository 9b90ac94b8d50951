/**
 * "Are the types wrong" on an installed package, given as files: its own reader of tarballs truncates large ones. Exits
 * with 1 and a list if something is wrong.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { checkPackage, Package } from "@arethetypeswrong/core";

const [folder] = process.argv.slice(2);
const { name, version } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
const files = Object.fromEntries(
  readdirSync(folder, { recursive: true })
    .filter((file) => !file.startsWith("node_modules") && statSync(path.join(folder, file)).isFile())
    .map((file) => [
      `/node_modules/${name}/${file.replaceAll("\\", "/")}`,
      new Uint8Array(readFileSync(path.join(folder, file))),
    ]),
);

/**
 * Browser code is ESM only, a style sheet has no types, and Medusa bundles the dashboard. Node's old resolution uses
 * `typesVersions`, which this tool ignores.
 */
const BROWSER = /^\.\/(sdk|react)/;
const isMeant = ({ kind, entrypoint, resolutionKind }) =>
  ["./react/styles.css", "./admin"].includes(entrypoint) ||
  resolutionKind === "node10" ||
  (BROWSER.test(entrypoint) && kind === "CJSResolvesToESM");

const { problems } = await checkPackage(new Package(files, name, version));
const wrong = problems.filter((problem) => !isMeant(problem));
for (const { kind, entrypoint, resolutionKind } of wrong)
  console.error(`${kind} ${entrypoint ?? ""} ${resolutionKind ?? ""}`);
process.exitCode = wrong.length > 0 ? 1 : 0;
