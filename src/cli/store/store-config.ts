import { z } from "@medusajs/framework/zod";
import { getConfigFile } from "@medusajs/framework/utils";
import type { StoreSetup } from "../../application/dashboard/store-setup";
import { readStoreSetup } from "../../application/dashboard/store-setup";
import { readTypeScript } from "./read-typescript";
import type { ConnectionSettings } from "./store-database";

/** A store's `medusa-config`, read without opening the store. The plugin's options are unvalidated. */
export interface StoreConfig {
  /** Null: it has no URL. */
  readonly database: ConnectionSettings | null;
  /** The most connections of a process; null: the default. */
  readonly poolMax: number | null;
  readonly storeCors: string;
  readonly authCors: string;
  readonly jwtSecret: string | null;
  readonly cookieSecret: string | null;
  /** Undefined: the plugin is not in the configuration. */
  readonly options: unknown;
  /** The payment module's entry, as the start reads it. */
  readonly setup: Pick<StoreSetup, "seesLedger" | "providers">;
}

const PACKAGE = "medusa-payment-acquiring";
const text = z.string().nullish().catch(null);
const Entry = z.looseObject({ resolve: z.string().catch(""), options: z.unknown() });
const Pool = z
  .looseObject({ max: z.number().nullish().catch(null) })
  .nullish()
  .catch(null);
const Config = z.looseObject({
  projectConfig: z
    .looseObject({
      databaseUrl: text,
      databaseSchema: text,
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
  return parsed.success
    ? fromConfig(parsed.data, readStoreSetup(configModule))
    : { problem: "It exports no Medusa configuration." };
}

function fromConfig(
  { projectConfig, plugins, modules }: z.output<typeof Config>,
  setup: StoreConfig["setup"] | null,
): StoreConfig {
  const { http } = projectConfig;
  return {
    database: databaseOf(projectConfig),
    poolMax: projectConfig.databaseDriverOptions?.pool?.max ?? null,
    storeCors: http.storeCors ?? "",
    authCors: http.authCors ?? "",
    jwtSecret: http.jwtSecret ?? null,
    cookieSecret: http.cookieSecret ?? null,
    options: optionsOf(plugins, modules),
    setup: setup ?? { seesLedger: false, providers: [] },
  };
}

function databaseOf(config: z.output<typeof Config>["projectConfig"]): ConnectionSettings | null {
  const url = config.databaseUrl ?? process.env.DATABASE_URL ?? null;
  const driverOptions = config.databaseDriverOptions ?? undefined;
  return url === null ? null : { url, schema: config.databaseSchema || "public", driverOptions };
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
