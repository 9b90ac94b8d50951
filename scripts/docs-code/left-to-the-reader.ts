/** Values that the documents' code takes from the store or shop around it. */
import type { MedusaContainer } from "@medusajs/framework/types";
import type { Acquiring, CardErrors, MedusaSdkLike, PaymentMethod, PaymentMethodInput } from "../../src/sdk";

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
  const cart: { readonly id: string };
  const isLoggedIn: boolean;
  const customerHeaders: () => Readonly<Record<string, string>>;
  const sdk: MedusaSdkLike;
  const acquiring: Acquiring;
  const complete: (cartId: string) => Promise<void>;
  const CompleteCart: (props: { readonly id: string }) => null;
  const showForm: (message?: string, errors?: CardErrors) => void;
  const showFrame: (url: string) => void;
  const showWaiting: (text: string, checkAgain?: () => Promise<void>) => void;
  const showError: (error: Error) => void;
  const method: PaymentMethod;
  const card: Extract<PaymentMethodInput, { type: "card" }>["card"];
  const medusa: {
    readonly store: {
      readonly cart: { complete(id: string): Promise<{ readonly type: string; readonly order: unknown }> };
    };
  };
}
