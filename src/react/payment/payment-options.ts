import type { Payment, PaymentMethod, SavedCard } from "../parts/sdk";

/**
 * What a shopper can choose from: the cards kept before, then the ways to pay in the
 * server's order. Pure.
 */
export type Choice =
  | { readonly kind: "saved_card"; readonly key: string; readonly providerId: string; readonly card: SavedCard }
  | { readonly kind: "method"; readonly key: string; readonly providerId: string; readonly method: PaymentMethod };

/** A saved card is offered only where its provider is: regions differ in what they have. */
export function choicesOf(methods: readonly PaymentMethod[], savedCards: readonly SavedCard[]): readonly Choice[] {
  const providers = new Set(methods.map(({ provider_id }) => provider_id));
  return [
    ...savedCards
      .filter(({ provider_id }) => providers.has(provider_id))
      .map((card): Choice => ({ kind: "saved_card", key: `saved:${card.id}`, providerId: card.provider_id, card })),
    ...methods.map((method): Choice => ({ kind: "method", key: method.id, providerId: method.provider_id, method })),
  ];
}

/** The wished choice while it is there, else the first. */
export const chosenOf = (choices: readonly Choice[], wishedKey: string | null): Choice | null =>
  choices.find(({ key }) => key === wishedKey) ?? choices[0] ?? null;

/** The choice of a payment that was begun before, such as one that the customer cancelled; null: it is not offered. */
export function keyOfMethod(choices: readonly Choice[], begun: Payment["method"] | undefined): string | null {
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

/** What the shop wishes when the method allows it, else the first that is allowed. */
export function presentationOf(method: PaymentMethod, wished: "page" | "iframe" | undefined): "page" | "iframe" {
  if (wished !== undefined && method.presentations.includes(wished)) return wished;
  return method.presentations[0] ?? "page";
}

/** `1111` of `411111******1111`. */
export const lastDigitsOf = (mask: string): string => /\d{1,4}$/.exec(mask)?.[0] ?? mask;
