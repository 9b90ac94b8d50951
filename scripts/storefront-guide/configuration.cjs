/** The `medusa-config.ts` of the starter's backend: the README's text with this machine's URLs. */
const fs = require("node:fs");
const path = require("node:path");

const root = path.join(__dirname, "../..");

/** The object literal that the README passes to `defineConfig`. */
function documentedObject() {
  const readme = fs.readFileSync(path.join(root, "README.md"), "utf8");
  const found = /```ts\nmodule\.exports = defineConfig\((\{[\s\S]+?\n\})\);\n```/.exec(readme)?.[1];
  if (!found) throw new Error("The README shows no medusa-config.ts any more.");
  return found;
}

/**
 * Separate from the README's object, so that its text stays as printed: a shop and a gateway on this machine, cards
 * allowed, a sandbox account, plain http.
 */
const configuration = () => `import { defineConfig, loadEnv } from "@medusajs/framework/utils"

loadEnv(process.env.NODE_ENV || "development", process.cwd())

const documented = ${documentedObject()}

const [{ resolve, options }] = documented.plugins
const { main } = options.accounts

module.exports = defineConfig({
  ...documented,
  plugins: [
    {
      resolve,
      options: {
        ...options,
        allowDirectCard: true,
        accounts: { main: { ...main, baseUrl: process.env.ACQUIRING_BASE_URL, sandbox: true } },
        storefront: { origins: [process.env.STORE_CORS] },
        notifyBaseUrl: process.env.BACKEND_URL,
      },
    },
  ],
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    http: {
      storeCors: process.env.STORE_CORS!,
      adminCors: process.env.ADMIN_CORS!,
      authCors: process.env.AUTH_CORS!,
      jwtSecret: process.env.JWT_SECRET,
      cookieSecret: process.env.COOKIE_SECRET,
    },
    cookieOptions: { secure: false, sameSite: "lax" },
  },
  admin: { disable: process.env.DISABLE_MEDUSA_ADMIN === "true" },
})
`;

module.exports = { configuration };
