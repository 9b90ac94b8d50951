import { canonicalJson } from "./canonical";

/** Everyone who wrote this account, in any version or at another beneficiary. Later edits remove nobody. Pure. */
export interface WrittenVersion {
  readonly beneficiary_id: string;
  readonly account_fingerprint: string | null;
  readonly made_by: string;
  /** Of an API key: its owner. */
  readonly made_by_owner: string | null;
}

export interface AccountOf {
  readonly beneficiaryId: string;
  readonly fingerprints: readonly string[];
}

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
      .filter((personId) => personId !== null),
  );
}

interface AccountFields {
  readonly bank_details: object;
  readonly gateway_beneficiary_id?: string | undefined;
}

export const writesAccount = (before: AccountFields, after: AccountFields): boolean =>
  accountText(before) !== accountText(after);

const accountText = ({ bank_details: bank, gateway_beneficiary_id: id }: AccountFields): string =>
  canonicalJson({ bank, id });
