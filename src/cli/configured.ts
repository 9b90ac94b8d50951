import type { AcquiringOptions, GatewayAccount } from "../gateway/options";
import { parseOptions } from "../gateway/options";
import { createAccountKey } from "../gateway/ids";
import { errorWords } from "./error-words";
import type { StoreConfig } from "./store-config";
import { readStoreConfig } from "./store-config";

/** The options of the store in a folder, read and accepted; the store itself is not opened. */
export interface Configured {
  readonly config: StoreConfig;
  readonly options: AcquiringOptions;
}

export async function readConfigured(folder: string): Promise<Configured | { readonly problem: string }> {
  const config = await readStoreConfig(folder);
  if ("problem" in config) return { problem: `medusa-config could not be read: ${config.problem}` };
  if (config.options === undefined) return { problem: "medusa-config does not list the plugin." };
  try {
    return { config, options: parseOptions(config.options) };
  } catch (error) {
    return { problem: errorWords(error) };
  }
}

/** The account of this name, or the only one there is. */
export function accountOf(
  { accounts }: AcquiringOptions,
  name: string | undefined,
): GatewayAccount | { readonly problem: string } {
  const names = [...accounts.keys()];
  const [only, ...more] = names;
  if (name === undefined && only !== undefined && more.length > 0) {
    return { problem: `There is more than one account; choose with --account: ${names.join(", ")}.` };
  }
  const found = names.find((key) => key === (name ?? only));
  const account = found && accounts.get(createAccountKey(found));
  return account ?? { problem: `There is no account "${name ?? ""}"; configured: ${names.join(", ")}.` };
}
