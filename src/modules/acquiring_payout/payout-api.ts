import type { PayoutPayload } from "../../gateway/model/payout-request";
import type { BeneficiaryInput, InputProblem, PayoutInput } from "./inputs";
import type { ApprovalRow, AuditRow, BeneficiaryRow, ImportRow, PayoutRow } from "./rows";
import type { PayoutState } from "./domain/states";

/** What may be asked of the desk: the shapes of its questions and answers. Above 200 lines on purpose: it is the list of all of it. */

/** Who asks. The e-mail address is the one that the shop knows at this moment; an API key has none. */
export interface PayoutPerson {
  readonly id: string;
  readonly type: "user" | "api-key";
  readonly email: string | null;
  /** Of an API key: who made it. */
  readonly ownerId?: string | null;
  /** With Medusa's roles on: has this person the policy to approve, as well? Left out: roles are off. */
  readonly hasPolicy?: boolean;
}

/** Looks people up at this moment; somebody who is no user any more is left out. */
export type Directory = (ids: readonly string[]) => Promise<readonly PayoutPerson[]>;

/** A refusal that is the asker's own: `fields` for the form, else one sentence. */
export type Answer<T> = T | Refused;
export interface Refused {
  readonly kind: "refused";
  /** `changed`: somebody else was faster, or what was shown is not what is there; read again. */
  readonly code: "fields" | "not_found" | "forbidden" | "changed" | "not_now";
  readonly message: string;
  readonly fields?: readonly InputProblem[];
}
export interface Done {
  readonly kind: "done";
  readonly payout: PayoutRow;
}
export interface Kept {
  readonly kind: "done";
  readonly beneficiary: BeneficiaryRow;
}

/** Who is paid, as the gateway is told; no account. */
export interface Payee {
  /** The holder of the account. */
  readonly holder: string;
  /** The gateway's own number of the beneficiary. */
  readonly gatewayId: string | null;
}

export interface PayoutOrigin {
  /** The same again is the same draft. */
  readonly key?: string;
  readonly import?: { readonly id: string; readonly line: number };
}

/** What the ledger says of a send; a row of it fits. */
export interface SendView {
  readonly status: "sending" | "settled" | "pending" | "declined" | "not_sent" | "unknown";
  readonly reading: string | null;
  readonly raw_status: string | null;
  readonly transaction_id: string | null;
  readonly short_reference: string | null;
  readonly failure_reason: string | null;
  /** The ledger's own words for its outcome. */
  readonly result_message: string | null;
  /** How often it was handed to the wire. */
  readonly sends: number;
  readonly version: number;
}

/** What the ledger is asked to send; `request` is what it goes out with. */
export interface Send {
  readonly payoutId: string;
  readonly requestId: string;
  readonly account: string;
  readonly currency: string;
  readonly amountMinor: bigint;
  readonly payloadHash: string;
  /** The last who approved it. */
  readonly actorId: string | null;
  /** Of its send in the ledger, as it was followed when it was claimed; null: it had none. */
  readonly seenVersion: number | null;
  readonly request: () => PayoutPayload;
}

/** Called before what was approved and does not leave is written down, so that nothing ends without a person being told. It may be called twice. */
export type PayoutConclusion = (payout: PayoutRow, message: string) => Promise<void>;

export interface Claiming {
  /** Why it must not leave, if the ledger knows. */
  readonly doubt?: string | null;
  readonly tell?: PayoutConclusion;
}

export type Claim =
  | { readonly kind: "claimed"; readonly payout: PayoutRow; readonly send: Send }
  /** Not yet: it is tried again at `until`. */
  | { readonly kind: "waits"; readonly until: Date; readonly message: string }
  /** Its approvals do not hold any more, or its time is over: it is `submitted` again, or `expired`. */
  | { readonly kind: "fell_back"; readonly payout: PayoutRow; readonly message: string }
  /** It is not approved (any more): nothing was done. */
  | { readonly kind: "nothing" };

export type Resumed =
  | { readonly kind: "send"; readonly send: Send }
  /** What let it leave does not hold any more: nothing is to be sent, and somebody has to look. */
  | { readonly kind: "stopped"; readonly payout: PayoutRow; readonly message: string }
  /** It is not on its way (any more): nothing was done. */
  | { readonly kind: "nothing" };

/** Asks the ledger never to send it; null: it promises. Else why it cannot. */
export type Stop = (payout: PayoutRow) => Promise<string | null>;

export interface Followed {
  readonly payout: PayoutRow;
  readonly from: PayoutState;
  /** Null: it stands as it stood. */
  readonly to: PayoutState | null;
  /** A fact says otherwise than a person decided, or than the gateway said first: money came back, or left after all. */
  readonly isContradicted: boolean;
}

export interface PayoutQuestion {
  readonly states?: readonly PayoutState[] | undefined;
  readonly currencies?: readonly string[] | undefined;
  readonly beneficiaryId?: string | undefined;
  readonly orderId?: string | undefined;
  readonly customerId?: string | undefined;
  readonly importId?: string | undefined;
  readonly createdFrom?: Date | undefined;
  readonly createdTo?: Date | undefined;
  /** Only those that this person may approve now. */
  readonly approvableBy?: PayoutPerson | undefined;
  /** `text` in full as an id, request id, gateway's number or reference, or as a part of the beneficiary's name; or one of these orders. */
  readonly search?: { readonly text: string; readonly orders: readonly string[] } | undefined;
}

export interface PayoutListPage<By extends string> {
  readonly by: By;
  readonly direction: "asc" | "desc";
  readonly limit: number;
  readonly offset: number;
}

export interface BeneficiaryQuestion {
  readonly blocked?: boolean | undefined;
  readonly customerId?: string | undefined;
  /** A part of the name, or an id, account number or IBAN in full. */
  readonly text?: string | undefined;
}

/** Per currency, in minor units; days as `2026-11-22` on the asker's clock. */
export interface CurrencyTotals {
  readonly currency: string;
  readonly paid: bigint;
  readonly on_its_way: bigint;
  readonly failed: bigint;
  readonly waiting_for_approval: bigint;
  readonly days: readonly { readonly day: string; readonly paid: bigint; readonly on_its_way: bigint }[];
}

/** What a person may do with a payout, and why not; for the page, and for the deed itself. */
export interface Allowed {
  readonly allowed: boolean;
  readonly reason: string | null;
}
export type PayoutCommand = "edit" | "submit" | "approve" | "reject" | "withdraw" | "copy" | "decide";

export interface Payouts {
  create(person: PayoutPerson, input: PayoutInput, origin?: PayoutOrigin): Promise<Answer<Done>>;
  /** The same checks as `create`, and nothing is made. */
  check(input: PayoutInput): Promise<readonly InputProblem[]>;
  edit(person: PayoutPerson, id: string, change: { input: PayoutInput; version: number }): Promise<Answer<Done>>;
  submit(person: PayoutPerson, id: string, payloadHash: string): Promise<Answer<Done>>;
  approve(person: PayoutPerson, id: string, seen: { payloadHash: string; note?: string }): Promise<Answer<Done>>;
  reject(person: PayoutPerson, id: string, note: string): Promise<Answer<Done>>;
  /** Without `stop` what the ledger has had, or may be about to have, is not withdrawn. */
  withdraw(person: PayoutPerson, id: string, note: string, stop?: Stop): Promise<Answer<Done>>;
  /** Corrected and sent again: a new draft. The same key again answers the same one. `doubt`: why none may be made, if the ledger knows. */
  copy(person: PayoutPerson, id: string, key: string, doubt?: string | null): Promise<Answer<Done>>;
  /** Null: this person may say now what became of it. */
  decideRefusal(person: PayoutPerson, id: string): Promise<Refused | null>;
  /** A person's word on an `unknown` one, which the ledger has taken; what it has heard since is not undone by it. */
  decide(
    person: PayoutPerson,
    id: string,
    decision: { verdict: "paid" | "not_paid"; note: string },
  ): Promise<Answer<Done>>;

  /** `approved → sending` with everything checked once more; hand `send` to the ledger. */
  claimForSending(id: string, directory: Directory, how?: Claiming): Promise<Claim>;
  /**
   * What to hand to the ledger for one that is `sending` and that the ledger has not begun: its process died between the two. Looked at
   * again later and later, whatever comes of it.
   */
  resume(id: string, directory: Directory, doubt?: string | null): Promise<Resumed>;
  /** Ids that are approved and may be tried now, oldest first. */
  due(limit: number): Promise<string[]>;
  /** Ids that have been `sending` for two minutes: ask the ledger, then `followed` or `resume`. */
  stuck(limit: number): Promise<string[]>;
  /** What has not left by the desk's rows, for a recovery after lost commits: in the order of the ids, after one of them. */
  unsent(page: { readonly before: Date; readonly after: string; readonly limit: number }): Promise<PayoutRow[]>;
  /** Brings it to where its send is. Undefined: there is no such payout. */
  followed(id: string, send: SendView): Promise<Followed | undefined>;
  /** Ids of those whose approvals were not used in time. */
  expiring(limit: number): Promise<string[]>;
  expire(id: string, tell?: PayoutConclusion): Promise<void>;

  byId(id: string): Promise<PayoutRow | undefined>;
  page(question: PayoutQuestion, page: PayoutListPage<"created_at" | "amount">): Promise<PayoutRow[]>;
  /** At most 10,001: more is said as that. */
  count(question: PayoutQuestion): Promise<number>;
  totals(period: { offsetMinutes: number; days: number }): Promise<readonly CurrencyTotals[]>;
  /** Those that still count, oldest first. */
  approvalsOf(ids: readonly string[]): Promise<ReadonlyMap<string, readonly ApprovalRow[]>>;
  /** Newest first. */
  eventsOf(id: string, limit: number): Promise<AuditRow[]>;
  /** The one that was copied from it. */
  replacedBy(id: string): Promise<string | null>;
  /** Ids of all others of its family: what it was copied from, however far back, and every copy of those. */
  relativesOf(id: string): Promise<readonly string[]>;
  clientDataOf(row: PayoutRow): Promise<string | null>;
  /** Of the version that the payout is bound to. */
  payeeOf(row: PayoutRow): Promise<Payee>;
  allowed(
    person: PayoutPerson,
    rows: readonly PayoutRow[],
  ): Promise<ReadonlyMap<string, Record<PayoutCommand, Allowed>>>;
  /** In minor units, of the last 24 hours' allowance. */
  leftToday(currency: string): Promise<bigint>;
}

export interface Beneficiaries {
  create(person: PayoutPerson, input: BeneficiaryInput, key?: string): Promise<Answer<Kept>>;
  /** The checks of `create` and `revise` alone. */
  check(input: BeneficiaryInput): readonly InputProblem[];
  revise(
    person: PayoutPerson,
    id: string,
    change: { input: BeneficiaryInput; version: number; note?: string },
  ): Promise<Answer<Kept>>;
  block(person: PayoutPerson, id: string, note: string): Promise<Answer<Kept>>;
  unblock(person: PayoutPerson, id: string, note: string): Promise<Answer<Kept>>;
  /** Everything in clear, after the audit record of it is committed. */
  reveal(
    person: PayoutPerson,
    id: string,
    reason: string,
  ): Promise<Answer<{ kind: "done"; version: number; details: BeneficiaryInput }>>;
  /** Without bank data, numbers of identity papers and birth. */
  face(id: string): Promise<BeneficiaryApi | undefined>;
  byId(id: string): Promise<BeneficiaryRow | undefined>;
  byIds(ids: readonly string[]): Promise<ReadonlyMap<string, BeneficiaryRow>>;
  /** Those with this account; for an import that names it. */
  byAccount(details: BeneficiaryInput["bank_details"]): Promise<BeneficiaryRow[]>;
  page(question: BeneficiaryQuestion, page: PayoutListPage<"name" | "created_at">): Promise<BeneficiaryRow[]>;
  count(question: BeneficiaryQuestion): Promise<number>;
  /** How many others have the same account, by id. */
  sameAccount(rows: readonly BeneficiaryRow[]): Promise<ReadonlyMap<string, number>>;
  eventsOf(id: string, limit: number): Promise<AuditRow[]>;
  /** Until when nothing goes to it; null: it has cooled down. */
  coolingUntil(row: Pick<BeneficiaryRow, "changed_at">): Date | null;
}

export interface BeneficiaryApi {
  readonly row: BeneficiaryRow;
  readonly company_name: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly address: BeneficiaryInput["address"];
  readonly gateway_beneficiary_id: string | null;
  readonly bank: { readonly name: string | null; readonly country: string | null; readonly swift_code: string | null };
}

export interface Imports {
  /** The same key answers the same import; refused when its file was another. */
  begin(
    person: PayoutPerson,
    wish: { key: string; content: string },
  ): Promise<Answer<{ kind: "done"; row: ImportRow }>>;
  /** The same, and nothing is begun: undefined where there is none of this key. */
  find(
    person: PayoutPerson,
    wish: { key: string; content: string },
  ): Promise<Answer<{ kind: "done"; row: ImportRow }> | undefined>;
  finish(id: string): Promise<void>;
  /** The payouts that it made, by line. */
  madeBy(id: string): Promise<ReadonlyMap<number, PayoutRow>>;
}

/** Made once per set of options: `service.desk(options.payout)`. */
export interface Desk {
  readonly payouts: Payouts;
  readonly beneficiaries: Beneficiaries;
  readonly imports: Imports;
  /** Seals what is sealed with an older key once more with the first; answers how many. */
  reseal(limit: number): Promise<number>;
}
