import { approverProblem } from "../domain/four-eyes";
import type {
  Allowed,
  Answer,
  Claim,
  Claiming,
  CurrencyTotals,
  Directory,
  Done,
  Followed,
  PayoutListPage,
  Payee,
  PayoutCommand,
  PayoutOrigin,
  PayoutQuestion,
  Payouts,
  PayoutPerson,
  Resumed,
  SendView,
  Stop,
  PayoutConclusion,
} from "../payout-api";
import type { InputProblem, PayoutInput } from "../inputs";
import type { ApprovalRow, AuditRow, PayoutRow } from "../rows";
import { chainOf } from "../store/reissue-chains";
import { PayoutList } from "../store/payout-list";
import type { Repeat, Repeatable } from "../store/repeats";
import { repeatsOf } from "../store/repeats";
import { totalsOf } from "../store/totals";
import { leftToday } from "./limits-left";
import { permittedActions } from "./permitted-actions";
import { Approval } from "./approval";
import { openPayout } from "./payload";
import { openDetails } from "./details";
import { Drafts } from "./drafts";
import { syncWithLedger } from "./sync-with-ledger";
import type { PayoutServiceContext } from "./service-context";
import { Sending } from "./sending";

export class PayoutsService implements Payouts {
  readonly #drafts: Drafts;
  readonly #approving: Approval;
  readonly #sending: Sending;
  readonly #list: PayoutList;

  constructor(private readonly context: PayoutServiceContext) {
    this.#drafts = new Drafts(context);
    this.#approving = new Approval(context);
    this.#sending = new Sending(context);
    this.#list = new PayoutList(context.pg, context);
  }

  check(input: PayoutInput): Promise<readonly InputProblem[]> {
    return this.#drafts.check(input);
  }

  create(person: PayoutPerson, input: PayoutInput, origin?: PayoutOrigin): Promise<Answer<Done>> {
    return this.#drafts.create(person, input, origin);
  }

  edit(person: PayoutPerson, id: string, change: { input: PayoutInput; version: number }): Promise<Answer<Done>> {
    return this.#drafts.edit(person, id, change);
  }

  copy(person: PayoutPerson, id: string, key: string, doubt: string | null = null): Promise<Answer<Done>> {
    return this.#drafts.copy(person, id, { key, doubt });
  }

  submit(person: PayoutPerson, id: string, payloadHash: string): Promise<Answer<Done>> {
    return this.#approving.submit(person, id, payloadHash);
  }

  approve(person: PayoutPerson, id: string, seen: { payloadHash: string; note?: string }): Promise<Answer<Done>> {
    return this.#approving.approve(person, id, seen);
  }

  reject(person: PayoutPerson, id: string, note: string): Promise<Answer<Done>> {
    return this.#approving.reject(person, id, note);
  }

  withdraw(person: PayoutPerson, id: string, note: string, stop: Stop = askNobody): Promise<Answer<Done>> {
    return this.#approving.withdraw(person, id, { note, stop });
  }

  decide(
    person: PayoutPerson,
    id: string,
    decision: { outcome: "paid" | "not_paid"; note: string },
  ): Promise<Answer<Done>> {
    return this.#approving.decide(person, id, decision);
  }

  mayDecide(person: PayoutPerson, id: string, version?: number): Promise<Answer<Done>> {
    return this.#approving.mayDecide(person, id, version);
  }

  claimForSending(id: string, directory: Directory, how: Claiming = {}): Promise<Claim> {
    return this.#sending.claim(id, { directory, ...how });
  }

  resume(id: string, directory: Directory, doubt: string | null = null): Promise<Resumed> {
    return this.#sending.resume(id, { directory, doubt });
  }

  due(limit: number): Promise<string[]> {
    return this.#sending.due(limit);
  }

  silent(since: Date, limit: number): Promise<string[]> {
    return this.context.payouts.silent(since, limit);
  }

  stuck(limit: number): Promise<string[]> {
    return this.#sending.stuck(limit);
  }

  expiring(limit: number): Promise<string[]> {
    return this.#sending.expiring(limit);
  }

  expire(id: string, tell?: PayoutConclusion): Promise<void> {
    return this.#sending.expire(id, tell);
  }

  followed(id: string, send: SendView): Promise<Followed | undefined> {
    return syncWithLedger(this.context, id, send);
  }

  byId(id: string): Promise<PayoutRow | undefined> {
    return this.context.payouts.byId(id);
  }

  async page(question: PayoutQuestion, page: PayoutListPage<"created_at" | "amount">): Promise<PayoutRow[]> {
    return this.isHopeless(question) ? [] : this.#list.page(question, page);
  }

  async count(question: PayoutQuestion): Promise<number> {
    return this.isHopeless(question) ? 0 : this.#list.count(question);
  }

  totals(period: { offsetMinutes: number; days: number }): Promise<readonly CurrencyTotals[]> {
    return totalsOf(this.context.pg, { ...period, now: this.context.now() });
  }

  approvalsOf(ids: readonly string[]): Promise<ReadonlyMap<string, readonly ApprovalRow[]>> {
    return this.context.approvals.ofMany(ids);
  }

  eventsOf(id: string, limit: number): Promise<AuditRow[]> {
    return this.context.audit.of({ payout_id: id }, limit);
  }

  replacedBy(id: string): Promise<string | null> {
    return this.context.payouts.replacementOf(id);
  }

  async relativesOf(id: string): Promise<readonly string[]> {
    const found = await chainOf(this.context.pg, [id]);
    return (found.get(id) ?? []).map(({ id: other }) => other);
  }

  repeatsOf(asked: readonly Repeatable[]): Promise<readonly (readonly Repeat[])[]> {
    return repeatsOf(this.context.pg, this.context.now(), asked);
  }

  async clientDataOf({ id }: PayoutRow): Promise<string | null> {
    return openPayout(this.context, id, await this.context.payouts.sealedOf(this.context.pg, id)).clientData;
  }

  async payeeOf({ beneficiary_id: id, beneficiary_version: number }: PayoutRow): Promise<Payee> {
    const details = await openDetails(this.context, this.context.pg, { id, number });
    const person = [details.first_name, details.last_name].filter((name) => name !== undefined).join(" ");
    return {
      holder: details.bank_details.account_name ?? details.company_name ?? person,
      gatewayId: details.gateway_beneficiary_id ?? null,
    };
  }

  allowed(
    person: PayoutPerson,
    rows: readonly PayoutRow[],
  ): Promise<ReadonlyMap<string, Record<PayoutCommand, Allowed>>> {
    return permittedActions(this.context, person, rows);
  }

  leftToday(currency: string): Promise<bigint> {
    return leftToday(this.context, currency);
  }

  private isHopeless({ approvableBy: person }: PayoutQuestion): boolean {
    return person !== undefined && approverProblem(this.context.options, person) !== null;
  }
}

const askNobody: Stop = () => Promise.resolve("It is being sent. Only the ledger can report that it was not sent.");
