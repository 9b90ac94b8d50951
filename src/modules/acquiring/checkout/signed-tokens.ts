import { MedusaError } from "@medusajs/framework/utils";
import { createAccountKey } from "../../../gateway/model/ids";
import type { AcquiringOptions, ConfiguredAccount } from "../../../options/options";
import { notifyUrlOf } from "../accounts/gateway-accounts";
import type { Ledger } from "../ledger/ledger";
import type { AttemptRow } from "../ledger/rows/attempt-row";
import type { LinkClaim, TokenPurpose } from "./token-codec";
import {
  isSessionToken,
  isPurposeToken,
  makeLinkToken,
  makeSessionToken,
  makePurposeToken,
  openLinkToken,
  orderNoOfToken,
} from "./token-codec";

/** Tokens, tickets and their addresses, derived from the account's signing key: an id alone opens nothing. */
type Named = Pick<AttemptRow, "account" | "order_no">;

export class SignedTokens {
  constructor(
    private readonly ledger: Ledger,
    private readonly options: AcquiringOptions,
  ) {}

  /** The key for new tokens; all keys of the account and its former ones are accepted. Throws for an account that is not configured. */
  activeKey(account: string): string {
    return this.keys(account)[0] ?? "";
  }

  sessionToken(account: string, sessionId: string): string {
    return makeSessionToken(this.activeKey(account), sessionId);
  }

  isSessionToken(account: string, sessionId: string, token: string): boolean {
    return isSessionToken(this.keys(account), sessionId, token);
  }

  addresses(account: string, orderNo: string): { notifyUrl: string; returnUrl: string; cancelUrl: string } {
    const ticket = makePurposeToken(this.activeKey(account), "return", orderNo);
    const { publicBaseUrl } = this.options;
    return {
      notifyUrl: notifyUrlOf(this.options, account),
      returnUrl: `${publicBaseUrl}/acquiring/return/${ticket}`,
      cancelUrl: `${publicBaseUrl}/acquiring/cancel/${ticket}`,
    };
  }

  goUrl({ account, order_no }: Named): string {
    return `${this.options.publicBaseUrl}/acquiring/go/${makePurposeToken(this.activeKey(account), "go", order_no)}`;
  }

  returnToken({ account, order_no }: Named): string {
    return makePurposeToken(this.activeKey(account), "return", order_no);
  }

  /** The attempt of a ticket; undefined for a forged one and for an unknown order number. */
  async attemptOf(purpose: TokenPurpose, ticket: string): Promise<AttemptRow | undefined> {
    const attempt = await this.ledger.attemptByOrderNo(orderNoOfToken(ticket));
    const account = attempt && this.options.accounts.get(createAccountKey(attempt.account));
    const keys = account && keysOf(account);
    return keys && isPurposeToken(keys, { purpose, ticket }) ? attempt : undefined;
  }

  /** A payment link belongs to the store and not to an account: the first account's key signs, every key is accepted. */
  linkToken(link: LinkClaim): string {
    return makeLinkToken(this.activeKey(this.options.accounts.keys().next().value ?? ""), link);
  }

  /** Null for a forged token, without a query. */
  linkOf(token: string): LinkClaim | null {
    return openLinkToken([...this.options.accounts.values()].flatMap(keysOf), token);
  }

  private keys(account: string): readonly string[] {
    const configured = this.options.accounts.get(createAccountKey(account));
    if (configured) return keysOf(configured);
    throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, `The account "${account}" has no signing key.`);
  }
}

/** Tokens outlive a change of the gateway account, so the keys of former ones are accepted, too. */
const keysOf = ({ signingKeys, former }: ConfiguredAccount): readonly string[] => [
  ...signingKeys,
  ...former.flatMap((each) => each.signingKeys),
];
