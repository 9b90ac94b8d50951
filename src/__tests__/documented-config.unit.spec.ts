import { runInNewContext } from "node:vm";
import ts from "typescript";
import { z } from "@medusajs/framework/zod";
import { parseOptions } from "../options/options";
import { payoutSetup } from "../options/payout-setup";
import { filesOf, textOf } from "./read-document";

/** Documented excerpts of medusa-config.ts are parsed as a store's: complete ones, and parts of the options. */
const FENCE = /^```ts\n([\s\S]*?)^```$/gm;
const ENV = {
  ACQUIRING_BASE_URL: "http://127.0.0.1:9090",
  ACQUIRING_SIGNING_KEY: "a-key-for-my-laptop",
  PAYOUT_KEY: "8Jm0cYv3rXfQk1Zt5sWn2bHd7gLp9aEuVi4oRy6xKzM=",
};

const blocks = ["README.md", ...filesOf("docs", ".md")].flatMap((file) =>
  [...textOf(file).matchAll(FENCE)].map(([, code = ""]) => ({ file, code })),
);
const isWhole = (code: string): boolean =>
  code.includes("module.exports = defineConfig(") && code.includes("accounts:");
const isPart = (code: string): boolean => /^(?:\/\/.*\n)?(?:apm|review|admin|payout|cardTesting): \{/.test(code);

/** The value of a block; its imports from Medusa are stubs. */
function valueOf(code: string): unknown {
  const { outputText } = ts.transpileModule(code, { compilerOptions: { module: ts.ModuleKind.CommonJS } });
  const defineConfig = (config: unknown): unknown => config;
  const module = { exports: {} };
  const given = { module, exports: {}, defineConfig, process: { env: ENV, cwd: () => "." } };
  runInNewContext(outputText, { ...given, require: () => ({ defineConfig, loadEnv: () => undefined }) });
  return module.exports;
}

const Config = z.object({
  plugins: z.array(z.object({ resolve: z.string(), options: z.record(z.string(), z.unknown()) })),
  modules: z.array(
    z.object({
      resolve: z.string(),
      dependencies: z.array(z.string()),
      options: z.object({ providers: z.array(z.object({ resolve: z.string(), id: z.string() })) }),
    }),
  ),
});

test.each(blocks.filter(({ code }) => isWhole(code)))("the configuration that $file prints is accepted", ({ code }) => {
  const { plugins, modules } = Config.parse(valueOf(code));
  expect(plugins.map(({ resolve }) => resolve)).toEqual(["medusa-payment-acquiring"]);
  const { accounts, storefront } = parseOptions(plugins[0]?.options);
  expect(storefront.origins).toContain(new URL(storefront.returnUrl).origin);
  expect(modules).toEqual([
    {
      resolve: "@medusajs/medusa/payment",
      dependencies: ["acquiring"],
      options: {
        providers: [...accounts.keys()].map((id) => ({ resolve: "medusa-payment-acquiring/providers/acquiring", id })),
      },
    },
  ]);
});

const BASE = {
  accounts: {
    main: { baseUrl: "https://gateway.example", merchantId: "1", accountId: "2", signingKeys: ["0123456789"] },
  },
  storefront: { origins: ["https://shop.example"] },
  notifyBaseUrl: "https://api.shop.example",
};

test.each(blocks.filter(({ code }) => isPart(code)))("the options that $file shows are accepted", ({ code }) => {
  const part = z.record(z.string(), z.unknown()).parse(valueOf(`module.exports = {\n${code}};`));
  const options = parseOptions({ ...BASE, ...part });
  if ("payout" in part) expect(payoutSetup(options)).toEqual({ ready: true, missing: [] });
});

test("the README, the quick start and the reference each have a configuration, and the pages have parts of one", () => {
  const whole = blocks.filter(({ code }) => isWhole(code)).map(({ file }) => file);
  expect(whole.sort()).toEqual(["README.md", "docs/configuration.md", "docs/quick-start.md"]);
  expect(blocks.filter(({ code }) => isPart(code)).length).toBeGreaterThan(5);
});
