/** Where the shop finds Medusa: `/config.json`, written by the demo, or Vite's environment while developing. */
export interface ShopConfig {
  readonly backendUrl: string;
  readonly publishableKey: string;
}

export async function loadConfig(): Promise<ShopConfig> {
  const env = import.meta.env;
  const fallback = {
    backendUrl: String(env.VITE_BACKEND_URL ?? ""),
    publishableKey: String(env.VITE_PUBLISHABLE_KEY ?? ""),
  };
  if (fallback.backendUrl !== "") return fallback;
  const answer: unknown = await fetch("/config.json").then((response) => response.json());
  if (typeof answer !== "object" || answer === null) throw new Error("config.json is not an object.");
  const read = (name: string): string => {
    const value: unknown = Object.entries(answer).find(([key]) => key === name)?.[1];
    if (typeof value !== "string" || value === "") throw new Error(`config.json has no "${name}".`);
    return value;
  };
  return { backendUrl: read("backendUrl"), publishableKey: read("publishableKey") };
}
