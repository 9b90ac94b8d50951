import { useCallback, useState } from "react";
import type { AcquiringError } from "../parts/sdk";
import type { Owed } from "./part-amount";
import { isSplittable, partAmountOf, restAfter, writtenAmount } from "./part-amount";

/** The part that the customer pays now; `field` is null if the server allows only the whole amount. */
export interface PartControl {
  readonly field: PartDraft | null;
  /** For the payment: undefined for the whole amount. */
  readonly amount: string | undefined;
  /** Marks an amount that cannot be paid; true if there is none. */
  readonly check: () => boolean;
  /** Marks an amount that the server refused. */
  readonly reject: (error: AcquiringError) => void;
}

export interface PartDraft {
  readonly typed: string;
  readonly change: (typed: string) => void;
  /** The part, and what remains; null while the text is no part that can be paid. */
  readonly part: { readonly amount: string; readonly rest: string } | null;
  readonly isWrong: boolean;
}

export function usePart(language: string, owed: Owed | undefined): PartControl {
  const splittable = isSplittable(owed) ? owed : null;
  // Null: nothing was typed, so the whole amount.
  const [entry, setEntry] = useState<string | null>(null);
  const [isWrong, setWrong] = useState(false);
  const change = useCallback((typed: string) => {
    setEntry(typed);
    setWrong(false);
  }, []);
  const reject = useCallback(({ fields }: AcquiringError) => {
    if (fields.some(({ field }) => field === "amount")) setWrong(true);
  }, []);
  if (splittable === null) return { field: null, amount: undefined, check: () => true, reject };
  const typed = entry ?? writtenAmount(language, splittable);
  const amount = entry === null ? splittable.amount : partAmountOf(entry, splittable);
  const rest = amount === null ? null : restAfter(amount, splittable);
  const part = amount === null || rest === null ? null : { amount, rest };
  const check = (): boolean => {
    setWrong(part === null);
    return part !== null;
  };
  return {
    field: { typed, change, part, isWrong },
    amount: part === null || isAllPaid(part.rest) ? undefined : part.amount,
    check,
    reject,
  };
}

/** Nothing remains. */
export const isAllPaid = (rest: string): boolean => /^[0.]+$/.test(rest);
