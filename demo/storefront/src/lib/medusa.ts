import Medusa from "@medusajs/js-sdk";
import type { ShopConfig } from "./config";
import { keptForTab } from "./kept";

/** Medusa's own client, with the customer's login stored for this tab. */
export type { default as Medusa } from "@medusajs/js-sdk";

export function openMedusa({ backendUrl, publishableKey }: ShopConfig): Medusa {
  const token = keptForTab("ler-og-sand-login");
  return new Medusa({
    baseUrl: backendUrl,
    publishableKey,
    auth: {
      type: "jwt",
      jwtTokenStorageMethod: "custom",
      storage: {
        getItem: () => token.read(),
        setItem: (_key, value) => {
          token.write(value);
        },
        removeItem: () => {
          token.write(null);
        },
      },
    },
  });
}
