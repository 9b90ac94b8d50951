import type { PlanInterval } from "./billing-calendar";
import { dayEnd } from "./billing-calendar";

export interface Terms {
  readonly name: string;
  readonly interval: PlanInterval;
  readonly intervalCount: number;
  /** The number of charges, including the first; null: until it is cancelled. */
  readonly billingCycles: number | null;
  readonly promotionCycles: number | null;
  /** `2026-02-28`; null: the day of the purchase. */
  readonly startsOn: string | null;
  readonly endsOn: string | null;
  readonly priceId: string | null;
}

export const isPlanOver = ({ endsOn }: Pick<Terms, "endsOn">, now: Date): boolean =>
  endsOn !== null && now >= dayEnd(endsOn);

const DAY_MS = 86_400_000;

/** A day later: in the gateway's zone the last day may end later. */
export const isAfterEnd = ({ endsOn }: Pick<Terms, "endsOn">, chargedAt: Date): boolean =>
  endsOn !== null && chargedAt.getTime() >= dayEnd(endsOn).getTime() + DAY_MS;

/** While the gateway's own price applies, the first charges may cost less, never more. */
export function isAgreed(
  { promotionCycles }: Pick<Terms, "promotionCycles">,
  charge: { readonly number: number; readonly amount: bigint; readonly agreed: bigint },
): boolean {
  if (charge.amount === charge.agreed) return true;
  return promotionCycles !== null && charge.number <= promotionCycles && charge.amount < charge.agreed;
}

/** The charged amount split over the quantity, exactly: a remainder adds one unit to some pieces. */
export function priceLines(amount: bigint, quantity: number): readonly { quantity: number; unit: bigint }[] {
  const pieces = BigInt(quantity);
  const unit = amount / pieces;
  const dearer = amount % pieces;
  const lines = [
    { quantity: quantity - parseInt(dearer.toString(), 10), unit },
    { quantity: parseInt(dearer.toString(), 10), unit: unit + 1n },
  ];
  return lines.filter((line) => line.quantity > 0);
}
