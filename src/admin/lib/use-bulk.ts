import { useState } from "react";
import type { PayoutBulk, PayoutBulkAnswer } from "../../api-schema/admin";
import type { PaymentAction } from "./use-payment-action";
import { usePaymentAction } from "./use-payment-action";

/** A hundred per request. Those with a result are not sent again when a later request had no answer. */
const AT_ONCE = 100;

export type Results = ReadonlyMap<string, PayoutBulkAnswer["results"][number]>;

interface BulkOptions {
  readonly payouts: PayoutBulk["payouts"];
  readonly send: (body: PayoutBulk) => Promise<PayoutBulkAnswer>;
  readonly onAnswer: (results: Results) => void;
}

export function useBulk({ payouts, send, onAnswer }: BulkOptions): {
  action: PaymentAction<Results>;
  results: Results;
} {
  const [results, setResults] = useState<Results>(new Map());
  const run = async (): Promise<Results> => {
    let known = results;
    const left = payouts.filter(({ id }) => !known.has(id));
    for (let at = 0; at < left.length; at += AT_ONCE) {
      const answer = await send({ payouts: left.slice(at, at + AT_ONCE) });
      known = new Map([...known, ...answer.results.map((one): [string, typeof one] => [one.id, one])]);
      setResults(known);
    }
    return known;
  };
  const action = usePaymentAction<Results>({ send: run, isUnsent: () => false, onAnswer });
  return { action, results };
}
