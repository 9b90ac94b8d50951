import type { PayoutPayload } from "../../gateway/model/payout-request";
import type { BeneficiaryInput, InputProblem, PayoutInput } from "./inputs";
import type { ApprovalRow, AuditRow, BeneficiaryRow, ImportRow, PayoutRow } from "./rows";
import type { PayoutState } from "./domain/states";
import type { Repeat, Repeatable } from "./store/repeats";

/** The user. The email address is the current one; an API key has none. */
export interface PayoutPerson {
  readonly id: string;
  readonly type: "user" | "api-key";
  readonly email: string | null;
  readonly ownerId?: string | null;
  /** With Medusa's roles on: may this person approve too? Missing: roles are off. */
  readonly hasPolicy?: boolean;
}

export type Directory = (ids: readonly string[]) => Promise<readonly PayoutPerson[]>;

/** A refusal caused by the input: `fields` for the form, else one sentence. */
export type Answer<T> = T | Refused;
export interface Refused {
  readonly kind: "refused";
  /** `changed`: changed by someone else meanwhile; read it again. */
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

/** The beneficiary as sent, without the account. */
export interface Payee {
  readonly holder: string;
  readonly gatewayId: string | null;
}

export interface PayoutOrigin {
  /** Repeating it returns the same draft. */
  readonly key?: string;
  readonly import?: { readonly id: string; readonly line: number };
}

export interface SendView {
  readonly status: "sending" | "settled" | "pending" | "declined" | "not_sent" | "unknown";
  readonly reading: string | null;
  readonly raw_status: string | null;
  readonly transaction_id: string | null;
  readonly short_reference: string | null;
  readonly failure_reason: string | null;
  readonly result_message: string | null;
  readonly sends: number;
  readonly version: number;
}

export interface Send {
  readonly payoutId: string;
  readonly requestId: string;
  readonly account: string;
  readonly currency: string;
  readonly amountMinor: bigint;
  readonly payloadHash: string;
  readonly actorId: string | null;
  /** The version of its send at the claim; null: none. */
  readonly seenVersion: number | null;
  readonly request: () => PayoutPayload;
}

/** Called before an unsent payout's end is recorded, so an attention item is always raised; may be called twice. */
export type PayoutConclusion = (payout: PayoutRow, message: string) => Promise<void>;

export interface Claiming {
  readonly doubt?: string | null;
  readonly tell?: PayoutConclusion;
}

export type Claim =
  | { readonly kind: "claimed"; readonly payout: PayoutRow; readonly send: Send }
  /** Not yet: retried at `until`. */
  | { readonly kind: "waits"; readonly until: Date; readonly message: string }
  /** Its approvals are invalid or expired: it is `submitted` again, or `expired`. */
  | { readonly kind: "fell_back"; readonly payout: PayoutRow; readonly message: string }
  /** It is not approved: nothing was done. */
  | { readonly kind: "nothing" };

export type Resumed =
  | { readonly kind: "send"; readonly send: Send }
  /** A condition no longer holds: nothing may be sent, and a person must check. */
  | { readonly kind: "stopped"; readonly payout: PayoutRow; readonly message: string }
  /** It is not in progress: nothing was done. */
  | { readonly kind: "nothing" };

/** Asks the ledger never to send it; null: guaranteed. Else why not. */
export type Stop = (payout: PayoutRow) => Promise<string | null>;

export interface Followed {
  readonly payout: PayoutRow;
  readonly from: PayoutState;
  readonly to: PayoutState | null;
  /** A fact contradicts a manual resolution, or the gateway's first report: money came back, or was sent after all. */
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
  readonly approvableBy?: PayoutPerson | undefined;
  /**
   * `text`: a full id, request id, gateway ID or reference, or part of the beneficiary's name; or one of these orders.
   */
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
  /** Part of the name, or a full id, account number or IBAN. */
  readonly text?: string | undefined;
}

/** Per currency, in minor units; days as `2026-11-22` in the user's time zone. */
export interface CurrencyTotals {
  readonly currency: string;
  readonly paid: bigint;
  readonly on_its_way: bigint;
  readonly failed: bigint;
  readonly waiting_for_approval: bigint;
  readonly days: readonly { readonly day: string; readonly paid: bigint; readonly on_its_way: bigint }[];
}

export interface Allowed {
  readonly allowed: boolean;
  readonly reason: string | null;
}
export type PayoutCommand = "edit" | "submit" | "approve" | "reject" | "withdraw" | "copy" | "decide";

export interface Payouts {
  create(person: PayoutPerson, input: PayoutInput, origin?: PayoutOrigin): Promise<Answer<Done>>;
  /** The checks of `create` without creating anything. */
  check(input: PayoutInput): Promise<readonly InputProblem[]>;
  edit(person: PayoutPerson, id: string, change: { input: PayoutInput; version: number }): Promise<Answer<Done>>;
  submit(person: PayoutPerson, id: string, payloadHash: string): Promise<Answer<Done>>;
  approve(person: PayoutPerson, id: string, seen: { payloadHash: string; note?: string }): Promise<Answer<Done>>;
  reject(person: PayoutPerson, id: string, note: string): Promise<Answer<Done>>;
  /** Without `stop` a payout that the ledger has had, or may soon have, is not withdrawn. */
  withdraw(person: PayoutPerson, id: string, note: string, stop?: Stop): Promise<Answer<Done>>;
  /** A new draft. Repeating the key returns it. `doubt`: why it is not allowed, if the ledger knows. */
  copy(person: PayoutPerson, id: string, key: string, doubt?: string | null): Promise<Answer<Done>>;
  /** Changes nothing. `version`: as the person saw it. */
  mayDecide(person: PayoutPerson, id: string, version?: number): Promise<Answer<Done>>;
  /** A manual resolution of an `unknown` payout, which the ledger has accepted; later reports are not undone by it. */
  decide(
    person: PayoutPerson,
    id: string,
    decision: { outcome: "paid" | "not_paid"; note: string },
  ): Promise<Answer<Done>>;

  /** `approved → sending` after all checks; pass `send` to the ledger. */
  claimForSending(id: string, directory: Directory, how?: Claiming): Promise<Claim>;
  /**
   * The ledger's input for a `sending` payout without a send: its process died in between. Retried with growing delays.
   */
  resume(id: string, directory: Directory, doubt?: string | null): Promise<Resumed>;
  /** Ids that are approved and due, oldest first. */
  due(limit: number): Promise<string[]>;
  /** Ids that have been `sending` for two minutes: ask the ledger, then `followed` or `resume`. */
  stuck(limit: number): Promise<string[]>;
  /** Ids of accepted payouts that nothing changed since then, and whose payment date is before it. */
  silent(since: Date, limit: number): Promise<string[]>;
  followed(id: string, send: SendView): Promise<Followed | undefined>;
  expiring(limit: number): Promise<string[]>;
  expire(id: string, tell?: PayoutConclusion): Promise<void>;

  byId(id: string): Promise<PayoutRow | undefined>;
  page(question: PayoutQuestion, page: PayoutListPage<"created_at" | "amount">): Promise<PayoutRow[]>;
  /** At most 10,001, which means more. */
  count(question: PayoutQuestion): Promise<number>;
  totals(period: { offsetMinutes: number; days: number }): Promise<readonly CurrencyTotals[]>;
  /** Valid ones, oldest first. */
  approvalsOf(ids: readonly string[]): Promise<ReadonlyMap<string, readonly ApprovalRow[]>>;
  /** Newest first. */
  eventsOf(id: string, limit: number): Promise<AuditRow[]>;
  replacedBy(id: string): Promise<string | null>;
  relativesOf(id: string): Promise<readonly string[]>;
  /** For each, in their order: other recent payouts of the same account, amount and reference that were or may be paid. */
  repeatsOf(asked: readonly Repeatable[]): Promise<readonly (readonly Repeat[])[]>;
  clientDataOf(row: PayoutRow): Promise<string | null>;
  payeeOf(row: PayoutRow): Promise<Payee>;
  allowed(
    person: PayoutPerson,
    rows: readonly PayoutRow[],
  ): Promise<ReadonlyMap<string, Record<PayoutCommand, Allowed>>>;
  /** In minor units, of the last 24 hours' limit. */
  leftToday(currency: string): Promise<bigint>;
}

export interface Beneficiaries {
  create(person: PayoutPerson, input: BeneficiaryInput, key?: string): Promise<Answer<Kept>>;
  /** The checks of `create` and `revise` only. */
  check(input: BeneficiaryInput): readonly InputProblem[];
  revise(
    person: PayoutPerson,
    id: string,
    change: { input: BeneficiaryInput; version: number; note?: string },
  ): Promise<Answer<Kept>>;
  block(person: PayoutPerson, id: string, note: string): Promise<Answer<Kept>>;
  unblock(person: PayoutPerson, id: string, note: string): Promise<Answer<Kept>>;
  /** Everything in clear, after its audit record is committed. */
  reveal(
    person: PayoutPerson,
    id: string,
    reason: string,
  ): Promise<Answer<{ kind: "done"; version: number; details: BeneficiaryInput }>>;
  /** Without bank data, document numbers and date of birth. */
  face(id: string): Promise<BeneficiaryApi | undefined>;
  byId(id: string): Promise<BeneficiaryRow | undefined>;
  byIds(ids: readonly string[]): Promise<ReadonlyMap<string, BeneficiaryRow>>;
  byAccount(details: BeneficiaryInput["bank_details"]): Promise<BeneficiaryRow[]>;
  /** The described fields that route money and differ from those stored. */
  routingDifferences(row: BeneficiaryRow, input: BeneficiaryInput): Promise<readonly string[]>;
  page(question: BeneficiaryQuestion, page: PayoutListPage<"name" | "created_at">): Promise<BeneficiaryRow[]>;
  count(question: BeneficiaryQuestion): Promise<number>;
  sameAccount(rows: readonly BeneficiaryRow[]): Promise<ReadonlyMap<string, number>>;
  eventsOf(id: string, limit: number): Promise<AuditRow[]>;
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
  /** Repeating the key returns the same import; refused with another file. */
  begin(
    person: PayoutPerson,
    request: { key: string; content: string },
  ): Promise<Answer<{ kind: "done"; row: ImportRow }>>;
  /** The same without starting anything: undefined if the key is new. */
  find(
    person: PayoutPerson,
    request: { key: string; content: string },
  ): Promise<Answer<{ kind: "done"; row: ImportRow }> | undefined>;
  finish(id: string): Promise<void>;
  madeBy(id: string): Promise<ReadonlyMap<number, PayoutRow>>;
}

export interface PayoutApi {
  readonly payouts: Payouts;
  readonly beneficiaries: Beneficiaries;
  readonly imports: Imports;
  /** Re-encrypts data of older keys with the first; returns how many. */
  reseal(limit: number): Promise<number>;
}
