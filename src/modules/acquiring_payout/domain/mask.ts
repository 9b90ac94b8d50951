export interface Account {
  readonly iban?: string | undefined;
  readonly account_number?: string | undefined;
}

const SHOWN = 4;
const HIDDEN = "••••";

/** The number without separators; an IBAN takes precedence over an account number. Null: neither. */
export function accountKey({ iban, account_number: number }: Account): string | null {
  const key = plainAccount(iban ?? "") || plainAccount(number ?? "");
  return key === "" ? null : key;
}

/** `DE89 3704-0044` and `de8937040044` are one account. */
export const plainAccount = (text: string): string => text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, "");

export interface BankAccount extends Account {
  readonly bank_code?: string | undefined;
  readonly bank_country_code?: string | undefined;
}

/** Their IBAN ends with a 6-digit sort code and an 8-digit account number, which also name the account alone. */
const SORT_CODES = ["GB", "IE"];
/** Their accounts are in the British clearing, with its IBAN. */
const BRITISH = ["IM", "JE", "GG"];
const SORT_AND_NUMBER = /^\d{14}$/;

/** The same text however an account is written, IBAN or sort code with number; null: no account. */
export function accountIdentity(account: BankAccount): string | null {
  const key = accountKey(account);
  if (key === null) return null;
  const isIban = plainAccount(account.iban ?? "") !== "";
  const written = plainAccount(account.bank_country_code ?? "");
  const country = isIban ? key.slice(0, 2) : BRITISH.includes(written) ? "GB" : written;
  // Of an IBAN: after the country, its check digits and the bank's four letters.
  const digits = isIban ? key.slice(8) : `${plainAccount(account.bank_code ?? "")}${key}`;
  return SORT_CODES.includes(country) && SORT_AND_NUMBER.test(digits) ? `${country} ${digits}` : key;
}

/** `•••• 3000`. A short number shows nothing. */
export function accountMask(account: Account): string {
  const key = accountKey(account) ?? "";
  return key.length < SHOWN * 2 ? HIDDEN : `${HIDDEN} ${key.slice(-SHOWN)}`;
}
