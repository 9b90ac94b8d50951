import type { AdminPayment } from "../../api-schema/admin";
import { lastFour, short } from "../lib/view";

/** A masked card. The gateway writes the brand in lower case; both texts are rendered as text only. */
interface Props {
  readonly card: NonNullable<AdminPayment["card"]>;
  readonly isBrief?: boolean;
}

export function MaskedCardLabel({ card, isBrief = false }: Props) {
  return (
    <>
      {card.brand ? <bdi className="capitalize">{short(card.brand)} </bdi> : null}
      <bdi className="font-mono">{isBrief ? lastFour(card.mask) : short(card.mask)}</bdi>
    </>
  );
}
