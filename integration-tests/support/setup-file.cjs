/** Runs before each spec file: entity metadata of another file in the same worker must not leak in. */
const { MetadataStorage } = require("@medusajs/framework/mikro-orm/core");
MetadataStorage.clear();
