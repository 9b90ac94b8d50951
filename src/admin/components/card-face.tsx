import type { AdminPayment } from "../../contract/admin";
import { short } from "../lib/view";

/** A card as people know it: the gateway writes the brand in lower case, and both are text only. */
export function CardFace({ card }: { card: NonNullable<AdminPayment["card"]> }) {
  return (
    <>
      {card.brand ? <bdi className="capitalize">{short(card.brand)} </bdi> : null}
      <bdi className="font-mono">{short(card.mask)}</bdi>
    </>
  );
}
