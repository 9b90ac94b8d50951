/** Runs before each spec file: entity metadata of another file in the same worker must not leak in. */
const { MetadataStorage } = require("@medusajs/framework/mikro-orm/core");
MetadataStorage.clear();

/**
 * Property tests use the same cases each time. PROPERTY_SEED=42 selects others; PROPERTY_SEED=random new ones each
 * time.
 */
const seed = process.env.PROPERTY_SEED ?? "1";
if (seed !== "random") require("fast-check").configureGlobal({ seed: Number.parseInt(seed, 10) });
