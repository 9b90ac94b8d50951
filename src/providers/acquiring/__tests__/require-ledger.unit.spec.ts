import type { LoaderOptions } from "@medusajs/framework/types";
import { NO_PLUGIN } from "../../../modules/acquiring";
import { OptionsError } from "../../../gateway/model/errors";
import { lookForLedger, refuseWithoutLedger } from "../require-ledger";

/** A store that lists the provider and forgot the plugin must not start. */
const start = (config: unknown): Promise<void> =>
  lookForLedger({ container: { resolve: () => config } } as unknown as LoaderOptions);

const LISTED = { modules: { acquiring: { resolve: "medusa-payment-acquiring" }, payment: {} } };

test.each([
  ["the plugin is not listed", { modules: { payment: {} } }],
  ["no module is listed", {}],
  ["the ledger is switched off", { modules: { acquiring: false } }],
])("a store does not start when %s, and the sentence names the remedy", async (_when, config) => {
  await start(config);
  expect(() => refuseWithoutLedger()).toThrow(new OptionsError(NO_PLUGIN));
  expect(NO_PLUGIN).toContain('to "plugins"');
});

test("the refusal is said once, not once for each provider", async () => {
  await start({ modules: {} });
  expect(() => refuseWithoutLedger()).toThrow(OptionsError);
  expect(() => refuseWithoutLedger()).not.toThrow();
});

test.each([
  ["the plugin is listed", LISTED],
  ["there is no configuration to read", undefined],
  ["the configuration is not an object", "config"],
])("a store starts when %s", async (_when, config) => {
  await start(config);
  expect(() => refuseWithoutLedger()).not.toThrow();
});

test("a corrected configuration takes the refusal back", async () => {
  await start({ modules: {} });
  await start(LISTED);
  expect(() => refuseWithoutLedger()).not.toThrow();
});
