import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** The demo shop sees only the package's storefront exports. Longer names precede their prefixes. */
const PACKAGE = [
  ["medusa-payment-acquiring/react/styles.css", "../../src/react/styles.css"],
  ["medusa-payment-acquiring/react", "../../src/react/index.ts"],
  ["medusa-payment-acquiring/sdk/languages", "../../src/sdk/languages/index.ts"],
  ["medusa-payment-acquiring/sdk", "../../src/sdk/index.ts"],
];

export default defineConfig({
  root: here("."),
  plugins: [react()],
  resolve: { alias: PACKAGE.map(([find, file]) => ({ find, replacement: here(file) })), dedupe: ["react"] },
  build: { outDir: here("dist"), emptyOutDir: true },
  logLevel: "warn",
});
