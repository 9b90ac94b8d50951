import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** The demo shop sees of the package only what it exports for storefronts. */
export default defineConfig({
  root: here("."),
  plugins: [react()],
  resolve: { alias: { "medusa-payment-acquiring/sdk": here("../../src/sdk/index.ts") } },
  build: { outDir: here("dist"), emptyOutDir: true },
  logLevel: "warn",
});
