import type { ReactElement } from "react";
import { dayOf, moneyOf } from "./plan-text";
import type { StoreSubscription } from "../parts/sdk";
import { fill } from "../parts/sdk";
import { useWords } from "../parts/surface";

/** What a subscription charged so far, to unfold, each with the order that it became. */
type Charge = StoreSubscription["charges"][number];
export type SubscriptionOrder = NonNullable<Charge["order"]>;
export type OrderHref = (order: SubscriptionOrder) => string;

export interface ChargesProps {
  readonly language: string;
  readonly charges: readonly Charge[];
  readonly orderHref: OrderHref | undefined;
}

const CHARGE = {
  pending: "chargePending",
  authorised: "chargeAuthorised",
  paid: "chargePaid",
  declined: "chargeDeclined",
  refunded: "chargeRefunded",
} as const;

export function Charges({ language, charges, orderHref }: ChargesProps): ReactElement | null {
  const words = useWords();
  if (charges.length === 0) return null;
  return (
    <details className="acq-charges">
      <summary>{words.charges}</summary>
      <ul>
        {charges.map(({ number, state, amount, currency, charged_at: at, order }) => (
          <li key={number} className="acq-charge">
            <span>{dayOf(language, at, "medium")}</span>
            <span>{moneyOf(language, amount, currency)}</span>
            <span>{words[CHARGE[state]]}</span>
            <span>{order === null ? null : <OrderName order={order} orderHref={orderHref} />}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function OrderName({ order, orderHref }: { readonly order: SubscriptionOrder } & Pick<ChargesProps, "orderHref">) {
  const words = useWords();
  const name = fill(words.orderNumber, { number: String(order.display_id) });
  return orderHref === undefined ? <>{name}</> : <a href={orderHref(order)}>{name}</a>;
}
