import { z } from "@medusajs/framework/zod";

/**
 * Which account of which gateway a payment was sent to. Signing keys are not part of it: they are rotated while the
 * account stays the same. Two addresses of one gateway are two identities, unless the options say that they are one.
 */
export interface AccountAddress {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly merchantId: string;
  readonly accountId: string;
}

/** `https://gateway.example/pay 10001 20001`; stored with each attempt, and compared as text. */
export function identityOf({ baseUrl, merchantId, accountId }: AccountAddress): string {
  const { origin, pathname } = new URL(baseUrl);
  return [`${origin}${pathname.replace(/\/+$/, "")}`, merchantId, accountId].join(" ");
}

/** An identity in words, for display. An invalid identity is shown unchanged. */
export function describeIdentity(identity: string): string {
  const read = Parts.safeParse(identity.split(" "));
  if (!read.success) return identity;
  const [baseUrl, merchantId, accountId] = read.data;
  return `merchant ${merchantId}, account ${accountId} at ${baseUrl}`;
}

const Parts = z.tuple([z.string(), z.string(), z.string()]);

/** Every identity of an account: its own, its former accounts', and its own under earlier addresses. */
export function servedIdentities(
  account: AccountAddress & { readonly former: readonly AccountAddress[]; readonly movedFrom: readonly string[] },
): readonly string[] {
  const moved = account.movedFrom.map((baseUrl) => identityOf({ ...account, baseUrl }));
  return [identityOf(account), ...moved, ...account.former.map(identityOf)];
}

/** Open payments and payouts of a gateway account that its key no longer stands for. */
export interface ChangedAccount {
  readonly account: string;
  readonly identity: string;
  /** With subscriptions and payouts. */
  readonly payments: number;
  /** The key itself is not configured any more. */
  readonly isMissing?: boolean;
}

/** The message in Attention, in the log at the start and in `doctor`. */
export function changedAccountText({ account, identity, payments, isMissing = false }: ChangedAccount): string {
  const [baseUrl = ""] = identity.split(" ");
  const what = payments === 1 ? "1 open payment" : `${String(payments)} open payments`;
  const where = `${what} of "${account}" went to ${describeIdentity(identity)}, which is not configured.`;
  if (isMissing)
    return `${where} Nothing is captured or queried for it, and its notifications are refused. Add "accounts.${account}" again, as it was.`;
  return (
    `${where} Nothing is sent or queried for it. ` +
    `Add that account, as it was configured, to "accounts.${account}.former"; or, if it is the same account under another address, add "${baseUrl}" to "accounts.${account}.movedFrom".`
  );
}
