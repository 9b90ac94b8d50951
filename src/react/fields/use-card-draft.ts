import { useCallback, useState } from "react";
import type { CardErrors, Texts } from "../parts/sdk";
import { digitsOf, formatCardNumber, formatExpiry, validateCard } from "../parts/sdk";

/** State of the card form, the only place that holds card data. It is never stored, and cleared after use. */
export interface CardDraftControl {
  readonly draft: Readonly<Record<FormField, string>>;
  /** Errors to show now, for fields that were left or submitted. */
  readonly errors: CardErrors;
  readonly change: (field: FormField, typed: string) => void;
  /** The customer left a field; an empty one shows no error before submit. */
  readonly leave: (field: FormField) => void;
  readonly check: () => boolean;
  readonly reject: (errors: CardErrors) => void;
  readonly clearCode: () => void;
  readonly clear: () => void;
}

const CARD_FIELDS = ["number", "expiry", "securityCode", "name"] as const;
const EMPTY = { number: "", expiry: "", securityCode: "", name: "" };

/** Fields of this form; it has one for the name, as on cards. */
export type FormField = (typeof CARD_FIELDS)[number];
const NONE: ReadonlySet<FormField> = new Set();

const FORMATS: Readonly<Record<FormField, (typed: string) => string>> = {
  number: formatCardNumber,
  expiry: formatExpiry,
  securityCode: (typed) => digitsOf(typed).slice(0, 4),
  name: (typed) => typed,
};

export function useCardDraft(wording: Texts["fields"]): CardDraftControl {
  const [draft, setDraft] = useState(EMPTY);
  const [judged, setJudged] = useState(NONE);
  const [rejected, setRejected] = useState<CardErrors>({});

  const found = judged.size > 0 ? validateCard(draft, new Date(), wording) : {};
  const errors: Partial<Record<FormField, string>> = {};
  for (const field of CARD_FIELDS) {
    const message = rejected[field] ?? (judged.has(field) ? found[field] : undefined);
    if (message !== undefined) errors[field] = message;
  }

  const change = useCallback((field: FormField, typed: string) => {
    setDraft((before) => ({ ...before, [field]: FORMATS[field](typed) }));
    setRejected(({ [field]: _gone, ...others }) => others);
  }, []);
  const leave = (field: FormField): void => {
    if (draft[field] !== "") setJudged((before) => new Set([...before, field]));
  };
  const check = (): boolean => {
    setJudged(new Set(CARD_FIELDS));
    return Object.keys(validateCard(draft, new Date(), wording)).length === 0;
  };
  const clearCode = useCallback(() => {
    setDraft((before) => ({ ...before, securityCode: "" }));
    setJudged((before) => new Set([...before].filter((field) => field !== "securityCode")));
  }, []);
  const clear = useCallback(() => {
    setDraft(EMPTY);
    setJudged(NONE);
    setRejected({});
  }, []);

  return { draft, errors, change, leave, check, reject: setRejected, clearCode, clear };
}
