import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** The linter refuses a forbidden import in each folder. */
const root = join(__dirname, "../..");

const FORBIDDEN = [
  ["src/api-schema/x.ts", "../gateway/model/money"],
  ["src/gateway/x.ts", "@medusajs/framework/utils"],
  ["src/gateway/x.ts", "../modules/acquiring/service"],
  ["src/gateway/x.ts", "../options/options"],
  ["src/options/x.ts", "../gateway/client/client"],
  ["src/options/x.ts", "../modules/acquiring/service"],
  ["src/modules/acquiring/x.ts", "undici"],
  ["src/modules/acquiring/x.ts", "htmlparser2"],
  ["src/modules/acquiring/x.ts", "../../application/resolve-ledger"],
  ["src/providers/acquiring/x.ts", "../../application/resolve-ledger"],
  ["src/providers/acquiring/x.ts", "../../gateway/client/client"],
  ["src/providers/acquiring/x.ts", "../../modules/acquiring/gate/gate"],
  ["src/workflows/x.ts", "../gateway/client/client"],
  ["src/workflows/x.ts", "../modules/acquiring/gate/gate"],
  ["src/application/x.ts", "../gateway/client/client"],
  ["src/application/x.ts", "../gateway/operations/authorise"],
  ["src/application/x.ts", "../modules/acquiring/gate/gate"],
  ["src/application/x.ts", "../api/read-body"],
  ["src/application/x.ts", "../workflows/change-payment"],
  ["src/application/x.ts", "../modules/acquiring/ledger/ledger"],
  ["src/workflows/payout/x.ts", "../../modules/acquiring/ledger/rows/attempt-row"],
  ["src/providers/acquiring/x.ts", "../../modules/acquiring/domain/states"],
  ["src/modules/acquiring_payout/store/x.ts", "../../acquiring/ledger/rows/attempt-row"],
  ["src/modules/acquiring_subscription/x.ts", "../acquiring/domain/states"],
  ["src/api/x.ts", "../modules/acquiring/service"],
  ["src/jobs/x.ts", "../gateway/model/money"],
  ["src/subscribers/x.ts", "../modules/acquiring/service"],
  ["src/simulator/x.ts", "../gateway/signing/signing"],
  ["src/simulator/x.ts", "undici"],
  ["src/simulator/x.ts", "htmlparser2"],
  ["src/sdk/x.ts", "node:crypto"],
  ["src/react/x.ts", "../gateway/model/money"],
  ["src/react/x.ts", "../sdk"],
  ["src/react/payment/x.ts", "../../sdk"],
  ["src/react/payment/x.ts", "../../sdk/client"],
  ["src/react/x.ts", "react-dom"],
  ["src/react/x.ts", "../api-schema/errors"],
  ["src/admin/x.ts", "../gateway/model/money"],
  ["src/admin/x.ts", "../api-schema/admin"],
  ["src/sdk/x.ts", "../api-schema/store"],
  ["src/sdk/x.ts", "../react"],
  ["src/api/x.ts", "../react/parts/sdk"],
  ["src/gateway/x.ts", "../react/parts/sdk"],
  ["src/cli/x.ts", "../api-schema/store"],
  ["src/cli/x.ts", "../modules/acquiring/service"],
  ["src/cli/x.ts", "../gateway/client/client"],
  ["src/modules/acquiring/domain/x.ts", "../../../gateway/model/money"],
  ["src/modules/acquiring/domain/x.ts", "@medusajs/framework/utils"],
  ["src/modules/acquiring/domain/x.ts", "node:crypto"],
  ["src/modules/acquiring/domain/x.ts", "../ledger/ledger"],
  ["src/modules/acquiring/domain/books/x.ts", "../../ledger/ledger"],
  ["src/modules/acquiring_subscription/x.ts", "../acquiring/gate/gate"],
  ["src/modules/acquiring_subscription/x.ts", "../../gateway/client/client"],
  ["src/modules/acquiring_subscription/x.ts", "../../application/resolve-ledger"],
  ["src/modules/acquiring_subscription/domain/x.ts", "@medusajs/framework/utils"],
  ["src/modules/acquiring_payout/x.ts", "../acquiring/gate/gate"],
  ["src/modules/acquiring_payout/domain/x.ts", "@medusajs/framework/utils"],
  ["src/policies/x.ts", "../application/resolve-ledger"],
  ["src/links/x.ts", "../application/resolve-ledger"],
  ["src/modules/acquiring/x.ts", "../../links/plan-variant"],
  ["demo/storefront/src/x.ts", "../../../src/gateway/model/money"],
] as const;

/** Parsers and HTTP client of the wire, where they are allowed. */
const ALLOWED = [
  ["src/gateway/x.ts", "undici"],
  ["src/gateway/x.ts", "fast-xml-parser"],
  ["src/gateway/x.ts", "htmlparser2"],
  ["src/workflows/x.ts", "../api-schema/store"],
  ["src/application/x.ts", "../modules/acquiring"],
  ["src/application/x.ts", "../modules/acquiring/service"],
  ["src/modules/acquiring_payout/x.ts", "../acquiring"],
  ["src/links/x.ts", "../modules/acquiring_subscription"],
  ["src/cli/x.ts", "../simulator"],
  ["src/cli/x.ts", "../gateway/client/one-shot-query"],
  ["src/cli/x.ts", "../workflows/reconcile"],
] as const;

const PROGRAM = `
import { ESLint } from "eslint";
const eslint = new ESLint({ cwd: ${JSON.stringify(root)} });
const answers = [];
for (const [filePath, name] of ${JSON.stringify([...FORBIDDEN, ...ALLOWED])}) {
  const [result] = await eslint.lintText(\`import { x } from "\${name}";\\nexport const y = x;\\n\`, { filePath });
  answers.push(result.messages.some(({ ruleId }) => ruleId === "@typescript-eslint/no-restricted-imports"));
}
console.log(JSON.stringify(answers));
`;

test("each folder's forbidden imports are refused, and the gateway layer's parsers are allowed", () => {
  const output = execFileSync(process.execPath, ["--input-type=module", "-e", PROGRAM], {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, NODE_OPTIONS: "" },
  });
  const refused: boolean[] = JSON.parse(output);
  expect(FORBIDDEN.filter((_pair, index) => !refused[index])).toEqual([]);
  expect(ALLOWED.filter((_pair, index) => refused[FORBIDDEN.length + index])).toEqual([]);
}, 60_000);
