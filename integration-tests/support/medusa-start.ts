import { resolve } from "node:path";
import start from "@medusajs/medusa/commands/start";

// Exits when its parent is gone.
process.once("disconnect", () => process.exit(0));

/** The root store as `medusa start` runs it, with jobs and graceful stop, from the sources, on PORT. */
void start({
  directory: resolve(__dirname, "../.."),
  host: "127.0.0.1",
  port: Number.parseInt(process.env.PORT ?? "", 10),
  types: false,
});
