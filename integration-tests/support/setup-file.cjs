/** Runs before each spec file: entity metadata of another file in the same worker must not leak in. */
const { MetadataStorage } = require("@medusajs/framework/mikro-orm/core");
MetadataStorage.clear();

/**
 * Every property is tried with the same cases each time, so that a test that passed
 * passes again. PROPERTY_SEED=42 tries others; PROPERTY_SEED=random others each time.
 */
const seed = process.env.PROPERTY_SEED ?? "1";
if (seed !== "random") require("fast-check").configureGlobal({ seed: Number.parseInt(seed, 10) });
