/** For migrations only: Medusa reads its configuration, which omits the roles module, before the flags. */
require("@medusajs/framework/utils").FeatureFlag.setFlag("rbac", true);
