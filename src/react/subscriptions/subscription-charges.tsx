import type { ReactElement } from "react";
import { dayText, moneyText } from "./plan-text";
import type { StoreSubscription } from "../parts/sdk";
import { fill } from "../parts/sdk";
import { useKitTexts } from "../parts/surface";

type Charge = StoreSubscription["charges"][number];
export type ChargeOrder = NonNullable<Charge["order"]>;
export type OrderHref = (order: ChargeOrder) => string;

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

export function ChargeList({ language, charges, orderHref }: ChargesProps): ReactElement | null {
  const kitTexts = useKitTexts();
  if (charges.length === 0) return null;
  return (
    <details className="acq-charges">
      <summary>{kitTexts.charges}</summary>
      <ul>
        {charges.map(({ number, state, amount, currency, charged_at: at, order }) => (
          <li key={number} className="acq-charge">
            <span>{dayText(language, at, "medium")}</span>
            <span>{moneyText(language, amount, currency)}</span>
            <span>{kitTexts[CHARGE[state]]}</span>
            <span>{order === null ? null : <OrderName order={order} orderHref={orderHref} />}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function OrderName({ order, orderHref }: { readonly order: ChargeOrder } & Pick<ChargesProps, "orderHref">) {
  const kitTexts = useKitTexts();
  const name = fill(kitTexts.orderNumber, { number: String(order.display_id) });
  return orderHref === undefined ? <>{name}</> : <a href={orderHref(order)}>{name}</a>;
}
