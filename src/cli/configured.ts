import type { AcquiringOptions } from "../options/options";
import type { GatewayAccount } from "../gateway/model/account";
import { OptionsError } from "../gateway/model/errors";
import { parseOptions } from "../options/options";
import { createAccountKey } from "../gateway/model/ids";
import { CommandError, UsageError } from "./command";
import { errorText } from "./error-text";
import type { StoreConfig } from "./store/store-config";
import { readStoreConfig } from "./store/store-config";

export interface Configured {
  readonly config: StoreConfig;
  readonly options: AcquiringOptions;
}

export async function configuredStore(): Promise<Configured> {
  const config = await readStoreConfig(process.cwd());
  if ("problem" in config) throw new CommandError(`medusa-config could not be read: ${config.problem}`);
  if (config.options === undefined) throw new CommandError("medusa-config does not list the plugin.");
  try {
    return { config, options: parseOptions(config.options) };
  } catch (error) {
    throw new CommandError(error instanceof OptionsError ? error.message : errorText(error));
  }
}

export function chosenAccount({ options: { accounts } }: Configured, name: string | undefined): GatewayAccount {
  const names = [...accounts.keys()];
  const [only, ...more] = names;
  if (name === undefined && only !== undefined && more.length > 0)
    throw new UsageError(`There are several accounts; select one with --account: ${names.join(", ")}.`);
  const found = names.find((key) => key === (name ?? only));
  const account = found && accounts.get(createAccountKey(found));
  if (account) return account;
  throw new UsageError(`There is no account "${name ?? ""}". Configured accounts: ${names.join(", ")}.`);
}
