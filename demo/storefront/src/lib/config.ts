/**
 * Where the shop finds Medusa: `/config.json` beside the page, so that one build runs everywhere; without it, Vite's
 * environment.
 */
export interface ShopConfig {
  /** Medusa's URL. */
  readonly backendUrl: string;
  readonly publishableKey: string;
}

export async function loadConfig(): Promise<ShopConfig> {
  const served = await fetch("/config.json", { cache: "no-store" })
    .then((response): Promise<unknown> => response.json())
    .catch(() => null);
  const { VITE_BACKEND_URL, VITE_PUBLISHABLE_KEY }: Record<string, unknown> = import.meta.env;
  const found = [served, { backendUrl: VITE_BACKEND_URL, publishableKey: VITE_PUBLISHABLE_KEY }].find(isConfig);
  if (!found) throw new Error("The shop is not configured: /config.json needs backendUrl and publishableKey.");
  return { ...found, backendUrl: found.backendUrl.replace(/\/+$/, "") };
}

const isConfig = (value: unknown): value is ShopConfig =>
  typeof value === "object" &&
  value !== null &&
  "backendUrl" in value &&
  typeof value.backendUrl === "string" &&
  value.backendUrl !== "" &&
  "publishableKey" in value &&
  typeof value.publishableKey === "string";
