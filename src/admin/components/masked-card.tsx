import type { AdminPayment } from "../../api-schema/admin";
import { lastFour, short } from "../lib/view";

/** A card as people know it: the gateway writes the brand in lower case, and both are text only. */
interface Props {
  readonly card: NonNullable<AdminPayment["card"]>;
  /** By the last four digits alone, where there is little room. */
  readonly isBrief?: boolean;
}

export function MaskedCard({ card, isBrief = false }: Props) {
  return (
    <>
      {card.brand ? <bdi className="capitalize">{short(card.brand)} </bdi> : null}
      <bdi className="font-mono">{isBrief ? lastFour(card.mask) : short(card.mask)}</bdi>
    </>
  );
}
