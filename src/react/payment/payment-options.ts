import type { InstalmentPlan, Payment, PaymentMethod, SavedCard } from "../parts/sdk";

/** The customer's choices: saved cards, then payment methods in the server's order. Pure. */
export type PaymentOption =
  | { readonly kind: "saved_card"; readonly key: string; readonly providerId: string; readonly card: SavedCard }
  | { readonly kind: "method"; readonly key: string; readonly providerId: string; readonly method: PaymentMethod };

/** A saved card is offered only if its provider is available in the region. */
export function paymentOptions(
  methods: readonly PaymentMethod[],
  savedCards: readonly SavedCard[],
): readonly PaymentOption[] {
  const providers = new Set(methods.map(({ provider_id }) => provider_id));
  return [
    ...savedCards
      .filter(({ provider_id }) => providers.has(provider_id))
      .map((card): PaymentOption => ({
        kind: "saved_card",
        key: `saved:${card.id}`,
        providerId: card.provider_id,
        card,
      })),
    ...methods.map((method): PaymentOption => ({
      kind: "method",
      key: method.id,
      providerId: method.provider_id,
      method,
    })),
  ];
}

/** Instalment plans for a choice; a saved card has those of its provider's card form. */
export function instalmentPlansOf(choice: PaymentOption, methods: readonly PaymentMethod[]): readonly InstalmentPlan[] {
  const { providerId } = choice;
  const method =
    choice.kind === "method"
      ? choice.method
      : methods.find(({ mode, provider_id: provider }) => mode === "card" && provider === providerId);
  return method?.instalments ?? [];
}

/** The preferred choice if available, else the first. */
export const chosenOption = (choices: readonly PaymentOption[], wishedKey: string | null): PaymentOption | null =>
  choices.find(({ key }) => key === wishedKey) ?? choices[0] ?? null;

/** The choice of an earlier attempt, such as a cancelled one; null if it is not offered. */
export function keyOfMethod(choices: readonly PaymentOption[], begun: Payment["method"] | undefined): string | null {
  if (!begun) return null;
  const same = choices.find(
    (choice) =>
      choice.kind === "method" &&
      choice.method.mode === begun.mode &&
      choice.method.code === begun.code &&
      choice.providerId === begun.provider_id,
  );
  return same?.key ?? null;
}

/** The shop's preference if the method allows it, else the first allowed one. */
export function presentationOf(method: PaymentMethod, wished: "page" | "iframe" | undefined): "page" | "iframe" {
  if (wished !== undefined && method.presentations.includes(wished)) return wished;
  return method.presentations[0] ?? "page";
}

/** `1111` of `411111******1111`. */
export const lastDigitsOf = (mask: string): string => /\d{1,4}$/.exec(mask)?.[0] ?? mask;
