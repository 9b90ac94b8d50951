/** What the documents' pieces of code take from the store or the shop that they are written into. */
import type { MedusaContainer } from "@medusajs/framework/types";
import type { PaymentMethod, PaymentMethodInput } from "../../src/sdk";

declare global {
  // On the server.
  const container: MedusaContainer;
  const attemptId: string;
  const requestId: string;
  const user: { readonly id: string };
  // In the shop.
  const backendUrl: string;
  const publishableKey: string;
  const cartId: string;
  const method: PaymentMethod;
  const card: Extract<PaymentMethodInput, { type: "card" }>["card"];
  const medusa: {
    readonly store: {
      readonly cart: { complete(id: string): Promise<{ readonly type: string; readonly order: unknown }> };
    };
  };
}
