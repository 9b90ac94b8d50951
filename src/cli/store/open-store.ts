import { join } from "node:path";
import { MedusaAppLoader } from "@medusajs/framework";
import { LinkLoader } from "@medusajs/framework/links";
import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, getResolvedPlugins, mergePluginModules } from "@medusajs/framework/utils";
import { initializeContainer } from "@medusajs/medusa/loaders/index";
import { readTypeScript } from "./read-typescript";

/** Opens a store without serving it: no HTTP, jobs, subscribers or start-up work, so that reading changes nothing. */
export interface OpenStore {
  readonly container: MedusaContainer;
  close(): Promise<void>;
}

export async function openStore(folder: string): Promise<OpenStore> {
  // A server process does no background work; published events wait for the store's own workers.
  process.env.MEDUSA_WORKER_MODE = "server";
  readTypeScript(folder);
  const container = await initializeContainer(folder, { throwOnValidationError: true });
  const config = container.resolve(ContainerRegistrationKeys.CONFIG_MODULE);
  const plugins = await getResolvedPlugins(folder, config, true);
  mergePluginModules(config, plugins, folder);
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER);
  await new LinkLoader(
    plugins.map(({ resolve }) => join(resolve, "links")),
    logger,
  ).load();
  const app = await new MedusaAppLoader().load();
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION);
  return {
    container,
    close: async () => {
      await app.onApplicationPrepareShutdown();
      await app.onApplicationShutdown();
      await container.dispose();
      await pg.destroy();
    },
  };
}
