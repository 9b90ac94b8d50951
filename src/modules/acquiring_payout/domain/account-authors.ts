import { canonicalJson } from "./canonical";

/**
 * The authors of a bank account: everyone who wrote the account of the beneficiary in any version, and everyone who
 * wrote the same account at another beneficiary. Later edits remove nobody. Pure.
 */
export interface WrittenVersion {
  readonly beneficiary_id: string;
  /** Of the account in this version; null: none. */
  readonly account_fingerprint: string | null;
  readonly made_by: string;
  /** Of an API key: its owner. */
  readonly made_by_owner: string | null;
}

export interface AccountOf {
  readonly beneficiaryId: string;
  /** Of the current account, with each key. */
  readonly fingerprints: readonly string[];
}

/** `versions`: those that wrote an account. */
export function authorsOf(
  versions: readonly WrittenVersion[],
  { beneficiaryId, fingerprints }: AccountOf,
): ReadonlySet<string> {
  const isOfAccount = ({ beneficiary_id: id, account_fingerprint: print }: WrittenVersion): boolean =>
    id === beneficiaryId || (print !== null && fingerprints.includes(print));
  return new Set(
    versions
      .filter(isOfAccount)
      .flatMap(({ made_by: author, made_by_owner: owner }) => [author, owner])
      .filter((who) => who !== null),
  );
}

interface AccountFields {
  readonly bank_details: object;
  readonly gateway_beneficiary_id?: string | undefined;
}

/** Does this change affect the account data? */
export const writesAccount = (before: AccountFields, after: AccountFields): boolean =>
  accountText(before) !== accountText(after);

const accountText = ({ bank_details: bank, gateway_beneficiary_id: id }: AccountFields): string =>
  canonicalJson({ bank, id });
