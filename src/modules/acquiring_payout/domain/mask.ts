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

/** `•••• 3000`. Of a number so short that its end is most of it nothing is shown. */
export function accountMask(account: Account): string {
  const key = accountKey(account) ?? "";
  return key.length < SHOWN * 2 ? HIDDEN : `${HIDDEN} ${key.slice(-SHOWN)}`;
}
