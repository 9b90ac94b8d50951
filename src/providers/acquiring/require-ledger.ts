import type { LoaderOptions } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { OptionsError } from "../../gateway/model/errors";
import { noteCopy } from "../../modules/acquiring/health/single-installation";
import { NO_PLUGIN, readStoreSetup } from "../../modules/acquiring/health/store-setup";

/**
 * Without the plugin nothing of this package is loaded but the provider, so this is where that is noticed; the rest of
 * the set-up is the ledger's to check. It reads the configuration only.
 */
let isWithoutLedger = false;

/** Medusa runs it for each entry of the provider, before the payment module registers the providers. */
export async function lookForLedger({ container }: LoaderOptions): Promise<void> {
  noteCopy();
  const config: unknown = container.resolve(ContainerRegistrationKeys.CONFIG_MODULE, { allowUnregistered: true });
  isWithoutLedger = readStoreSetup(config)?.hasLedger === false;
}

/** Called for each provider when a store starts, and not when it is only migrated. One refusal is enough. */
export function refuseWithoutLedger(): void {
  if (!isWithoutLedger) return;
  isWithoutLedger = false;
  throw new OptionsError(NO_PLUGIN);
}
