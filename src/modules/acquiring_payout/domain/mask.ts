/** What of an account may be seen in lists, and by what it is found again. Pure. */
export interface Account {
  readonly iban?: string | undefined;
  readonly account_number?: string | undefined;
}

const SHOWN = 4;
const HIDDEN = "••••";

/** The number without what people write between its digits; an IBAN before an account number. Null: there is neither. */
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

/** Countries whose IBAN ends with a sort code of six digits and an account number of eight, and whose accounts are named by those alone, too. */
const SORT_CODES = ["GB", "IE"];
/** Accounts of these are in the British clearing, and carry its IBAN. */
const BRITISH = ["IM", "JE", "GG"];
const SORT_AND_NUMBER = /^\d{14}$/;

/**
 * By what one account is known as one, however it is written: an IBAN that holds a sort code and a number is those two. For the limit of
 * one beneficiary; null: there is no account.
 */
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

/** `•••• 3000`. Of a number so short that its end is most of it nothing is shown. */
export function accountMask(account: Account): string {
  const key = accountKey(account) ?? "";
  return key.length < SHOWN * 2 ? HIDDEN : `${HIDDEN} ${key.slice(-SHOWN)}`;
}
