/** The payment module's entry in medusa-config, and the epoch file, for CLI commands that run without a store. */
export { EpochFile, readStoreSetup } from "../../modules/acquiring";
export type { StoreSetup } from "../../modules/acquiring";
