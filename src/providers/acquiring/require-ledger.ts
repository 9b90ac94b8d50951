import type { LoaderOptions } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { OptionsError } from "../../gateway/model/errors";
import { NO_PLUGIN, noteCopy, readStoreSetup } from "../../modules/acquiring";

/** Without the plugin entry only this package's provider is loaded, so the missing entry is detected here. */
let isWithoutLedger = false;

/** Medusa runs this for each provider entry before the payment module registers the providers. */
export async function lookForLedger({ container }: LoaderOptions): Promise<void> {
  noteCopy();
  const config: unknown = container.resolve(ContainerRegistrationKeys.CONFIG_MODULE, { allowUnregistered: true });
  isWithoutLedger = readStoreSetup(config)?.hasLedger === false;
}

/** Called for each provider when a store starts, and not for migrations. Throws once. */
export function refuseWithoutLedger(): void {
  if (!isWithoutLedger) return;
  isWithoutLedger = false;
  throw new OptionsError(NO_PLUGIN);
}
