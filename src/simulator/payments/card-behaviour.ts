import { maskOf } from "./card-data";
import type { Gateway } from "../context";
import type { Scenario } from "../faults/scenarios";
import { isExpired, scenarioOf, withAmount } from "../faults/scenarios";
import type { CardToKeep } from "./transaction";

export const cardFace = (number: string, expiry: string): CardToKeep => ({
  mask: maskOf(number),
  brand: brandOf(number),
  expiry,
  scenario: scenarioOf(number),
});

export function behaviourOf(gateway: Gateway, card: CardToKeep, amount: bigint): Scenario {
  const scenario = withAmount(card.scenario, amount);
  const isGood = scenario.kind === "approve" || scenario.kind === "3ds";
  return isGood && isExpired(card.expiry, gateway.now())
    ? { kind: "decline", code: "0054", text: "Expired card" }
    : scenario;
}

function brandOf(card: string): string {
  if (card.startsWith("4")) return "visa";
  return /^3[47]/.test(card) ? "amex" : "mastercard";
}
