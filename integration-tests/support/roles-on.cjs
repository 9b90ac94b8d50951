/** For the migration alone: Medusa reads its configuration, which leaves the module of roles out, before it reads the flags. */
require("@medusajs/framework/utils").FeatureFlag.setFlag("rbac", true);
