import { configuration } from "../../scripts/storefront-guide/configuration.cjs";
import { commandsWith, namesOfEnvironment, paymentInstructions } from "../../scripts/storefront-guide/guide.cjs";
import { codesIn, rowsUnder, textOf } from "./read-document";

/** What `npm run storefront-guide` reads from the documents. The run itself takes minutes; this checks its input. */
const HELP = /HELP = `([\s\S]*?)`;/.exec(textOf("scripts/storefront-guide.cjs"))?.[1] ?? "";

test("every option of the command is in its table", () => {
  const options = [...HELP.matchAll(/^ {2}(--[a-z]+)/gm)].map(([, name]) => name);
  const rows = rowsUnder("docs/testing.md", "option", "default", "what it does");
  const told = rows.map(([cell]) => codesIn(cell)[0]?.split(" ")[0]);
  expect(options.length).toBeGreaterThan(3);
  expect(options.filter((name) => !told.includes(name))).toEqual([]);
});

test("the guide's commands are the ones that are run, and it names the starter's commit", () => {
  expect(commandsWith("git apply")).toContain("git apply --check");
  expect(commandsWith("pnpm add medusa-payment-acquiring")).toContain("cd apps/storefront");
  expect(namesOfEnvironment()).toEqual(["NEXT_PUBLIC_MEDUSA_BACKEND_URL", "NEXT_PUBLIC_MEDUSA_PUBLISHABLE_KEY"]);
  expect(textOf("docs/nextjs-storefront.md")).toMatch(/commit `[0-9a-f]{40}`/);
});

test("the backend's configuration is the README's, word by word", () => {
  const [, documented = ""] = /= defineConfig\((\{[\s\S]+?\n\})\);/.exec(textOf("README.md")) ?? [];
  expect(documented).toContain("medusa-payment-acquiring/providers/acquiring");
  expect(configuration()).toContain(documented);
});

test("the guide uses a payment instructions component", () => {
  expect(paymentInstructions()).toMatchObject({ name: "PaymentInstructions", isInGuide: true });
});
