import { useCallback, useState } from "react";
import { assertNever } from "../parts/assert-never";
import type { PaymentOption } from "./payment-options";
import { presentationOf } from "./payment-options";
import { BANK_CODE_PATH, personFromFields } from "../fields/person-fields";
import type { AcquiringError, PaymentMethodInput, Texts } from "../parts/sdk";
import { cardErrorsOf, digitsOf } from "../parts/sdk";
import type { ApmDraftControl } from "../fields/use-apm-draft";
import { questionsOf, useApmDraft } from "../fields/use-apm-draft";
import type { CardDraftControl } from "../fields/use-card-draft";
import { useCardDraft } from "../fields/use-card-draft";

export interface PaymentDrafts {
  readonly card: CardDraftControl;
  readonly apm: ApmDraftControl;
  readonly saved: SavedCardDraft;
  readonly isSaved: boolean;
  readonly setSaved: (isSaved: boolean) => void;
  /** Marks invalid fields; true if there are none. */
  readonly check: (choice: PaymentOption) => boolean;
  /** Marks the fields that the server refused. */
  readonly reject: (error: AcquiringError) => void;
  readonly methodOf: (choice: PaymentOption, presentation: "page" | "iframe" | undefined) => PaymentMethodInput;
  /** Security codes are used for one attempt only. */
  readonly clearCodes: () => void;
  readonly clear: () => void;
}

export interface SavedCardDraft {
  readonly code: string;
  readonly error: string | undefined;
  readonly change: (typed: string) => void;
}

export function usePaymentDrafts(texts: Texts): PaymentDrafts {
  const card = useCardDraft(texts.fields);
  const apm = useApmDraft();
  const [isSaved, setSaved] = useState(false);
  const [code, setCode] = useState("");
  const [codeError, setCodeError] = useState<string | undefined>(undefined);

  const checkCode = (brand: string | null): boolean => {
    const isLong = brand?.toLowerCase() === "amex";
    const isRight = (isLong ? /^\d{4}$/ : /^\d{3,4}$/).test(code);
    setCodeError(isRight ? undefined : texts.fields[isLong ? "codeFour" : "codeThree"]);
    return isRight;
  };

  const check = (choice: PaymentOption): boolean => {
    if (choice.kind === "saved_card") return !choice.card.needs_security_code || checkCode(choice.card.brand);
    if (choice.method.mode === "card") return card.check();
    return choice.method.mode === "checkout" || apm.check(choice.method, texts.fields.required);
  };

  const methodOf = (choice: PaymentOption, presentation: "page" | "iframe" | undefined): PaymentMethodInput => {
    if (choice.kind === "saved_card")
      return { type: "saved_card", id: choice.card.id, ...(choice.card.needs_security_code && { securityCode: code }) };
    const { method } = choice;
    switch (method.mode) {
      case "card":
        return { type: "card", card: card.draft, ...(isSaved && { save: true }) };
      case "checkout":
        return { type: "checkout", presentation: presentationOf(method, presentation) };
      case "apm": {
        const { bank, fields } = questionsOf(method);
        // Only the fields of this method: those of another one may have been filled in before.
        const asked = Object.fromEntries(fields.map(({ path }) => [path, apm.person[path] ?? ""]));
        const person = personFromFields(asked);
        return {
          type: "apm",
          method: method.code ?? method.id,
          ...(bank !== null && { bankCode: apm.bankCode.trim() }),
          ...(person && { person }),
        };
      }
      default:
        return assertNever(method.mode);
    }
  };

  const { reject: rejectCard, clearCode, clear: clearCard } = card;
  const { reject: rejectApm } = apm;
  const reject = useCallback(
    (error: AcquiringError) => {
      const found = new Map(error.fields.map(({ field, message }) => [field.replace(/^method\./, ""), message]));
      rejectCard(cardErrorsOf(error));
      rejectApm(new Map([...found].filter(([path]) => path === BANK_CODE_PATH || path.startsWith("person."))));
      setCodeError(found.get("security_code"));
    },
    [rejectApm, rejectCard],
  );
  const clearCodes = useCallback(() => {
    clearCode();
    setCode("");
  }, [clearCode]);
  const clear = useCallback(() => {
    clearCard();
    setCode("");
  }, [clearCard]);
  const change = useCallback((typed: string) => {
    setCode(digitsOf(typed).slice(0, 4));
    setCodeError(undefined);
  }, []);

  const saved = { code, error: codeError, change };
  return { card, apm, saved, isSaved, setSaved, check, reject, methodOf, clearCodes, clear };
}
