/**
 * The `medusa-config.ts` of a store with the package: the README's block with this machine's URLs and keys, a second
 * account, and the options of pages that are off by default.
 */
const fs = require("node:fs");
const path = require("node:path");

const root = path.join(__dirname, "../..");
/** Merchant and account IDs; a simulator has one account. */
const NUMBERS = { main: "100001001", second: "100002001" };
const KEYS = { main: "main-0123456789abcdefghij", second: "second-0123456789abcdefghij" };

/** Origins of the recipes' shop, where customers return by default, and of the storefront. */
const ORIGINS = 'origins: ["http://localhost:8000", process.env.STORE_URL]';

const HEAD = `import { defineConfig, loadEnv } from "@medusajs/framework/utils";

loadEnv(process.env.NODE_ENV ?? "development", process.cwd());

`;

const PROJECT = `projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    http: {
      storeCors: "http://localhost:8000," + process.env.STORE_URL,
      adminCors: process.env.BACKEND_URL ?? "",
      authCors: process.env.STORE_URL + "," + process.env.BACKEND_URL,
      jwtSecret: process.env.JWT_SECRET,
      cookieSecret: process.env.COOKIE_SECRET,
    },
    cookieOptions: { secure: false, sameSite: "lax" },
  },
  admin: { disable: process.env.DISABLE_MEDUSA_ADMIN === "true", backendUrl: process.env.BACKEND_URL },`;

/** Configuration of a store without the package. */
const configurationWithout = () => `${HEAD}module.exports = defineConfig({\n  ${PROJECT}\n});\n`;

function configuration() {
  const readme = fs.readFileSync(path.join(root, "README.md"), "utf8");
  const block = /In `medusa-config\.ts`:\n\n```ts\n([\s\S]+?)```/.exec(readme)?.[1];
  if (!block) throw new Error("The README shows no medusa-config.ts any more.");
  const account = /main: \{\n([\s\S]+?)\n {10}\},/.exec(block)?.[0] ?? "";
  const provider = /\{ resolve: "medusa-payment-acquiring\/providers\/acquiring", id: "main" \}/.exec(block)?.[0] ?? "";
  const changes = [
    [account, `${accountHere(account, "main")}\n          ${accountHere(account, "second")}`],
    ["// …", PROJECT],
    ['origins: ["https://shop.example"], returnUrl: "https://shop.example/checkout"', ORIGINS],
    ['"https://api.shop.example"', "process.env.BACKEND_URL"],
    ["apm: {", 'allowDirectCard: true,\n        ...JSON.parse(process.env.MORE_OPTIONS ?? "{}"),\n        apm: {'],
    [provider, `${provider}, ${provider.replace('"main"', '"second"')}`],
  ];
  return HEAD + changes.reduce((text, [from, to]) => swap(text, from, to), block);
}

const accountHere = (account, name) =>
  [
    ['"https://gateway.example"', `process.env.GATEWAY_${name}`],
    ["main:", `${name}:`],
    ['"100001001"', `"${NUMBERS[name]}"`],
    ["process.env.ACQUIRING_SIGNING_KEY", `process.env.KEY_${name}`],
    ["signingKeys:", 'sandbox: true,\n            profile: { review: { rejectFlag: "0" } },\n            signingKeys:'],
  ].reduce((text, [from, to]) => swap(text, from, to), account);

function swap(text, from, to) {
  if (!text.includes(from)) throw new Error(`The README's configuration has no ${from} any more.`);
  return text.replace(from, to);
}

module.exports = { configuration, configurationWithout, KEYS, NUMBERS };
