import { useCallback, useState } from "react";
import type { PersonField, PersonPath, PersonValues } from "./person-fields";
import { BANK_CODE_PATH, personFieldsOf } from "./person-fields";
import type { PaymentMethod } from "../parts/sdk";

/** What an alternative method asks for, while it is typed in. All of it must be given. */
export interface ApmDraftControl {
  readonly bankCode: string;
  readonly person: PersonValues;
  /** Paths to mark: empty when submitted, or refused by the server, with its words. */
  readonly errors: ReadonlyMap<string, string>;
  readonly changeBank: (code: string) => void;
  readonly change: (path: PersonPath, typed: string) => void;
  /** Shows all that is missing; true when nothing is. `missing` are the words for it. */
  readonly check: (method: PaymentMethod, missing: string) => boolean;
  readonly reject: (errors: ReadonlyMap<string, string>) => void;
}

/** What to ask for: the bank, as a list or as text, and the fields of the person. */
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
