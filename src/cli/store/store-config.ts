import { z } from "@medusajs/framework/zod";
import { getConfigFile } from "@medusajs/framework/utils";
import { readTypeScript } from "./read-typescript";

/** A store's `medusa-config`, read without opening the store. The plugin's options are unvalidated. */
export interface StoreConfig {
  readonly databaseUrl: string | null;
  /** The most connections of a process; null: the default. */
  readonly poolMax: number | null;
  readonly storeCors: string;
  readonly authCors: string;
  readonly jwtSecret: string | null;
  readonly cookieSecret: string | null;
  /** Undefined: the plugin is not in the configuration. */
  readonly options: unknown;
  /** The payment module's entry; null if there is none. */
  readonly payment: PaymentEntry | null;
}

export interface PaymentEntry {
  readonly dependencies: readonly string[];
  readonly providerIds: readonly string[];
  /** Those with options of their own, with their names; the plugin reads none of them. */
  readonly misplaced: readonly { readonly id: string; readonly options: readonly string[] }[];
}

const PACKAGE = "medusa-payment-acquiring";
const text = z.string().nullish().catch(null);
const Entry = z.looseObject({ resolve: z.string().catch(""), options: z.unknown() });
const Provider = z.looseObject({
  resolve: z.string().catch(""),
  id: text,
  options: z.looseObject({}).nullish().catch(null),
});
const PaymentModule = z.looseObject({
  dependencies: z.array(z.string()).catch([]),
  options: z.looseObject({ providers: z.array(Provider).catch([]) }).catch({ providers: [] }),
});
const Pool = z
  .looseObject({ max: z.number().nullish().catch(null) })
  .nullish()
  .catch(null);
const Config = z.looseObject({
  projectConfig: z
    .looseObject({
      databaseUrl: text,
      databaseDriverOptions: z.looseObject({ pool: Pool }).nullish().catch(null),
      http: z.looseObject({ storeCors: text, authCors: text, jwtSecret: text, cookieSecret: text }).prefault({}),
    })
    .prefault({}),
  plugins: z.array(z.union([z.string(), Entry])).catch([]),
  modules: z.record(z.string(), z.unknown()).catch({}),
});

/** Never throws because of the file's content; `problem` says why it could not be read. */
export async function readStoreConfig(folder: string): Promise<StoreConfig | { readonly problem: string }> {
  readTypeScript(folder);
  const { configModule, error } = await getConfigFile<unknown>(folder, "medusa-config");
  if (error) return { problem: error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error) };
  const parsed = Config.safeParse(configModule);
  return parsed.success ? fromConfig(parsed.data) : { problem: "It exports no Medusa configuration." };
}

function fromConfig({ projectConfig, plugins, modules }: z.output<typeof Config>): StoreConfig {
  const { http, databaseUrl, databaseDriverOptions } = projectConfig;
  const payment = PaymentModule.safeParse(modules.payment);
  return {
    databaseUrl: databaseUrl ?? process.env.DATABASE_URL ?? null,
    poolMax: databaseDriverOptions?.pool?.max ?? null,
    storeCors: http.storeCors ?? "",
    authCors: http.authCors ?? "",
    jwtSecret: http.jwtSecret ?? null,
    cookieSecret: http.cookieSecret ?? null,
    options: optionsOf(plugins, modules),
    payment: payment.success
      ? { dependencies: payment.data.dependencies, ...ourProviders(payment.data.options.providers) }
      : null,
  };
}

/** Of the plugin, or of the module if a store lists it by its path. */
function optionsOf(plugins: z.output<typeof Config>["plugins"], modules: Readonly<Record<string, unknown>>): unknown {
  for (const plugin of plugins) {
    if (plugin === PACKAGE) return {};
    if (typeof plugin !== "string" && plugin.resolve === PACKAGE) return plugin.options ?? {};
  }
  const own = Entry.safeParse(modules.acquiring);
  return own.success ? (own.data.options ?? {}) : undefined;
}

function ourProviders(
  providers: readonly z.output<typeof Provider>[],
): Pick<PaymentEntry, "providerIds" | "misplaced"> {
  const ours = providers
    .filter(({ resolve }) => resolve.endsWith("providers/acquiring"))
    .map(({ id, options }) => ({ id: id ?? "", options: Object.keys(options ?? {}) }));
  return { providerIds: ours.map(({ id }) => id), misplaced: ours.filter(({ options }) => options.length > 0) };
}
