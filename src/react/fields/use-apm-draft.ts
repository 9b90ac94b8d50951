import { useCallback, useState } from "react";
import type { PersonField, PersonPath, PersonValues } from "./person-fields";
import { BANK_CODE_PATH, personFieldsOf } from "./person-fields";
import type { PaymentMethod } from "../parts/sdk";

export interface ApmDraftControl {
  readonly bankCode: string;
  readonly person: PersonValues;
  /** Errors by path: a field submitted empty, or the server's message. */
  readonly errors: ReadonlyMap<string, string>;
  readonly changeBank: (code: string) => void;
  readonly change: (path: PersonPath, typed: string) => void;
  /** Marks all missing fields with the text `missing`; true if there are none. */
  readonly check: (method: PaymentMethod, missing: string) => boolean;
  readonly reject: (errors: ReadonlyMap<string, string>) => void;
}

export interface ApmQuestions {
  readonly bank: "list" | "text" | null;
  readonly fields: readonly PersonField[];
}

export const questionsOf = ({ banks, fields }: PaymentMethod): ApmQuestions => ({
  bank: banks.length > 0 ? "list" : fields.includes(BANK_CODE_PATH) ? "text" : null,
  fields: personFieldsOf(fields),
});

const NONE: ReadonlyMap<string, string> = new Map();

export function useApmDraft(): ApmDraftControl {
  const [bankCode, setBankCode] = useState("");
  const [person, setPerson] = useState<PersonValues>({});
  const [errors, setErrors] = useState(NONE);

  const forget = (path: string): void => {
    setErrors((before) => new Map([...before].filter(([key]) => key !== path)));
  };
  const changeBank = useCallback((code: string) => {
    setBankCode(code);
    forget(BANK_CODE_PATH);
  }, []);
  const change = useCallback((path: PersonPath, typed: string) => {
    setPerson((before) => ({ ...before, [path]: typed }));
    forget(path);
  }, []);
  const check = (method: PaymentMethod, missing: string): boolean => {
    const { bank, fields } = questionsOf(method);
    const empty = [
      ...(bank !== null && bankCode.trim() === "" ? [BANK_CODE_PATH] : []),
      ...fields.map(({ path }) => path).filter((path) => (person[path] ?? "").trim() === ""),
    ];
    setErrors(new Map(empty.map((path) => [path, missing])));
    return empty.length === 0;
  };

  return { bankCode, person, errors, changeBank, change, check, reject: setErrors };
}
