import type { GatewayStore } from "../store/gateway-store";
import type { Fields, Gateway } from "../context";
import { textOf } from "../context";
import type { Changed } from "./control-subscriptions";
import type { Payout } from "../payouts/payout";
import { hasArrived, isOnItsWay } from "../payouts/payout";
import { majorText } from "../payouts/payout-money";
import { decidePayout, takeStep } from "../payouts/payout-steps";
import { notifyFault } from "../faults/fault-script";

type ChangePayout = (gateway: Gateway, payout: Payout, body: Fields) => Changed;

export const payoutChanges: ReadonlyMap<string, ChangePayout> = new Map<string, ChangePayout>([
  ["POST payout-step", stepNow],
  ["POST payout-status", setStatus],
]);

function stepNow(gateway: Gateway, payout: Payout): Changed {
  if (payout.ahead.length === 0) return { problem: `The payout stays ${payout.status} until it is decided manually` };
  struck(gateway, payout, () => takeStep(gateway, payout, "clock"));
  return { value: shownPayout(payout) };
}

/** Any status, even an unmapped one; no further step follows automatically. */
function setStatus(gateway: Gateway, payout: Payout, body: Fields): Changed {
  const status = textOf(body, "status");
  if (!/^[A-Z_]{1,40}$/.test(status)) return { problem: "status is a word in capitals, such as COMPLETED" };
  const [failure_reason, failure_type] = [textOf(body, "failure_reason"), textOf(body, "failure_type")];
  struck(gateway, payout, () => decidePayout(gateway, payout, { status, failure_reason, failure_type }));
  return { value: shownPayout(payout) };
}

function struck(gateway: Gateway, payout: Payout, work: () => void): void {
  gateway.notifier.under(notifyFault(gateway.tape.take("control", [payout.request_id])), work);
}

/** For people and tests: amounts in major units. The request with bank data is included only on demand. */
export function shownPayout({ request: _request, ...payout }: Payout): Fields {
  const major = (value: string, currency: string): string => majorText(BigInt(value), currency);
  return {
    ...payout,
    amount: major(payout.amount, payout.currency),
    fee: major(payout.fee, payout.fee_currency),
    payer_pays: major(payout.payer_pays, payout.payer_currency),
    receives: major(payout.receives, payout.currency),
  };
}

export function payoutsOf({ book }: Gateway, query: URLSearchParams): readonly Fields[] {
  const requestId = query.get("request_id");
  const reference = query.get("reference");
  return book.payouts
    .filter((payout) => requestId === null || payout.request_id === requestId)
    .filter((payout) => reference === null || payout.request.reference === reference)
    .map((payout) => ({ ...shownPayout(payout), request: payout.request }));
}

export function moneyOut({ payouts }: GatewayStore): Fields {
  const currencies = [...new Set(payouts.map(({ currency }) => currency))].sort();
  const sum = (currency: string, isMeant: (payout: Payout) => boolean): string => {
    const amounts = payouts.filter((payout) => payout.currency === currency && isMeant(payout));
    return majorText(
      amounts.reduce((total, { amount }) => total + BigInt(amount), 0n),
      currency,
    );
  };
  return Object.fromEntries(
    currencies.map((currency) => [
      currency,
      { left: sum(currency, hasArrived), on_its_way: sum(currency, isOnItsWay) },
    ]),
  );
}
