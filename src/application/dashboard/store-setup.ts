/** The payment module's entry in medusa-config, for CLI commands that run without a store. */
export { readStoreSetup } from "../../modules/acquiring";
export type { StoreSetup } from "../../modules/acquiring";
