import { resolve } from "node:path";
import start from "@medusajs/medusa/commands/start";

// Whoever started it is gone: nobody would stop it.
process.once("disconnect", () => process.exit(0));

/** The root store as `medusa start` runs it, jobs and graceful stop included, from the sources. PORT says where it listens. */
void start({
  directory: resolve(__dirname, "../.."),
  host: "127.0.0.1",
  port: Number.parseInt(process.env.PORT ?? "", 10),
  types: false,
});
