import { z } from "@medusajs/framework/zod";

/** How medusa-config lists this package, as far as payments need it. Pure; each problem is a sentence with the fix. */
const PROVIDER = /(^|[\\/])providers[\\/]acquiring([\\/]index(\.[cm]?[jt]s)?)?$/;

const Provider = z.looseObject({ resolve: z.unknown(), id: z.string().nullish().catch(null), options: z.unknown() });
const Payment = z
  .looseObject({
    dependencies: z.array(z.string()).catch([]),
    options: z.looseObject({ providers: z.array(Provider).catch([]) }).catch({ providers: [] }),
  })
  .nullable()
  .catch(null);
const Config = z.looseObject({
  modules: z.looseObject({ acquiring: z.unknown(), payment: Payment.optional() }).catch({ acquiring: undefined }),
  projectConfig: z.looseObject({ workerMode: z.string().nullish().catch(null) }).catch({}),
});

export interface StoreSetup {
  readonly hasLedger: boolean;
  readonly seesLedger: boolean;
  readonly providers: readonly { readonly id: string | null; readonly options: readonly string[] }[];
  readonly isWorker: boolean;
}

/** From Medusa's own configuration, with plugins merged; null if there is none. */
export function readStoreSetup(configModule: unknown): StoreSetup | null {
  const read = Config.safeParse(configModule);
  if (!read.success) return null;
  const { modules, projectConfig } = read.data;
  const payment = modules.payment ?? null;
  return {
    hasLedger: modules.acquiring !== undefined && modules.acquiring !== false,
    seesLedger: payment?.dependencies.includes("acquiring") ?? false,
    providers: (payment?.options.providers ?? [])
      .filter(({ resolve }) => isOurs(resolve))
      .map(({ id, options }) => ({ id: id ?? null, options: namesIn(options) })),
    isWorker: projectConfig.workerMode === "worker",
  };
}

function isOurs(resolve: unknown): boolean {
  if (typeof resolve === "string") return PROVIDER.test(resolve);
  const read = Imported.safeParse(resolve);
  return read.success && read.data.services.some(({ identifier }) => identifier.startsWith("acquiring-"));
}
const Imported = z.object({ services: z.array(z.custom<{ identifier: string }>((value) => hasIdentifier(value))) });
const hasIdentifier = (value: unknown): boolean =>
  typeof value === "function" && "identifier" in value && typeof value.identifier === "string";

const namesIn = (options: unknown): readonly string[] =>
  typeof options === "object" && options !== null ? Object.keys(options) : [];

const PACKAGE = "medusa-payment-acquiring";

export const NO_PLUGIN = `${PACKAGE}: medusa-config lists the payment provider but not the plugin. Add { resolve: "${PACKAGE}", options: { … } } to "plugins".`;

export function setupProblem(setup: StoreSetup, accounts: readonly string[]): string | null {
  const misplaced = setup.providers.find(({ options }) => options.length > 0);
  if (misplaced) {
    return `${PACKAGE}: the payment provider "${misplaced.id ?? ""}" has its own options (${misplaced.options.slice(0, 5).join(", ")}), which are not used. Move them to "accounts" in the plugin's options under "plugins" in medusa-config.`;
  }
  if (setup.providers.length > 0 && !setup.seesLedger) {
    return `${PACKAGE}: the payment module has no access to the ledger. Add dependencies: ["acquiring"] next to its "resolve" in medusa-config.`;
  }
  const stranger = setup.providers.find(({ id }) => id === null || !accounts.includes(id));
  if (!stranger) return null;
  const known = accounts.map((name) => `"${name}"`).join(" or ");
  return stranger.id === null
    ? `${PACKAGE}: a payment provider has no "id". Set it to the key of its account: ${known}.`
    : `${PACKAGE}: the payment provider's id "${stranger.id}" is not a key of "accounts". Set it to ${known}, or add the account.`;
}
