import { randomUUID } from "node:crypto";
import { generateEntityId } from "@medusajs/framework/utils";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { createCurrency, createMoney, toMajor } from "../../../gateway/model/money";
import { amountColumns, runTransaction } from "../../acquiring";
import { blockingMember } from "../domain/reissue-chain";
import { copyProblem, editProblem, isPast } from "../domain/four-eyes";
import type { Answer, Done, PayoutOrigin, PayoutPerson } from "../payout-api";
import type { InputProblem, PayoutInput } from "../inputs";
import type { PayoutEventKind, PayoutRow } from "../rows";
import { chainOf } from "../store/reissue-chains";
import type { PayoutContent } from "./payload";
import { openPayout, payloadOf, sealPayout, payloadText } from "./payload";
import type { PayoutServiceContext } from "./service-context";
import { changedMeanwhile, noPayout, refused, refusedFields } from "./service-context";
import type { ReadInput } from "./read-input";
import { readInput } from "./read-input";

/** The request id is created with the draft and never replaced; each change removes all approvals. */
interface NewDraft {
  readonly person: PayoutPerson;
  readonly input: PayoutInput;
  readonly kind: Extract<PayoutEventKind, "created" | "imported" | "copied">;
  readonly origin: string | null;
  readonly more?: Partial<Pick<PayoutRow, "import_id" | "import_line" | "replaces_id">>;
}

export class Drafts {
  constructor(private readonly context: PayoutServiceContext) {}

  async check(input: PayoutInput): Promise<readonly InputProblem[]> {
    const reading = await readInput(this.context, this.context.pg, input);
    return reading.kind === "wrong" ? reading.problems : [];
  }

  create(person: PayoutPerson, input: PayoutInput, origin: PayoutOrigin = {}): Promise<Answer<Done>> {
    const { key, import: from } = origin;
    if (from) {
      const more = { import_id: from.id, import_line: from.line };
      return this.insert({ person, input, kind: "imported", origin: `import:${from.id}:${String(from.line)}`, more });
    }
    return this.insert({
      person,
      input,
      kind: "created",
      origin: key === undefined ? null : `key:${person.id}:${key}`,
    });
  }

  async edit(
    person: PayoutPerson,
    id: string,
    { input, version }: { input: PayoutInput; version: number },
  ): Promise<Answer<Done>> {
    const { payouts, approvals, audit } = this.context;
    const answer = await payouts.locked(id, async (row, trx): Promise<Answer<Done>> => {
      const problem = editProblem({ state: row.state, wasSent: row.synced_version !== null });
      if (problem !== null) return refused("not_now", problem);
      if (row.version !== version) return changedMeanwhile();
      const reading = await readInput(this.context, trx, input);
      if (reading.kind === "wrong") return refusedFields(reading.problems);
      const told = { ...toldOf(input, reading.read), request_id: row.request_id };
      const columns = { ...(await this.columns(trx, { id, told, input, read: reading.read })), ...BACK_TO_DRAFT };
      await approvals.void(trx, id);
      const payout = await payouts.change(trx, id, columns);
      await audit.note(trx, { payoutId: id, kind: "edited", version: payout.version, by: person });
      return { kind: "done", payout };
    });
    return answer ?? noPayout();
  }

  /** Under the lock of its reissue chain: of two simultaneous copies the second is refused, or returned by its key. */
  async copy(
    person: PayoutPerson,
    id: string,
    { key, doubt }: { key: string; doubt: string | null },
  ): Promise<Answer<Done>> {
    const { payouts } = this.context;
    const origin = `copy:${id}:${key}`;
    const answer = await payouts.lockedWithFamily(id, async (row, trx): Promise<Answer<Done>> => {
      const same = await payouts.byOrigin(origin, trx);
      if (same) return { kind: "done", payout: same };
      const inTheWay = blockingMember((await chainOf(trx, [id])).get(id) ?? []);
      const problem = doubt ?? copyProblem({ state: row.state, inTheWay });
      if (problem !== null) return refused("not_now", problem);
      const input = await this.inputOf(trx, row);
      return this.insertIn(trx, { person, input, kind: "copied", origin, more: { replaces_id: id } });
    });
    return answer ?? noPayout();
  }

  private insert(draft: NewDraft): Promise<Answer<Done>> {
    return runTransaction(this.context.pg, (trx) => this.insertIn(trx, draft));
  }

  private async insertIn(trx: Knex, { person, input, kind, origin, more }: NewDraft): Promise<Answer<Done>> {
    const { payouts, audit } = this.context;
    const known = origin === null ? undefined : await payouts.byOrigin(origin, trx);
    if (known) return { kind: "done", payout: known };
    const reading = await readInput(this.context, trx, input);
    if (reading.kind === "wrong") return refusedFields(reading.problems);
    const id = generateEntityId(undefined, "acqpay");
    const told = { ...toldOf(input, reading.read), request_id: randomUUID() };
    const columns = await this.columns(trx, { id, told, input, read: reading.read });
    const identity = { id, origin_key: origin, state: "draft", request_id: told.request_id, created_by: person.id };
    const isNew = await payouts.insert(trx, { ...columns, ...more, ...identity });
    const payout = isNew || origin === null ? await payouts.byId(id, trx) : await payouts.byOrigin(origin, trx);
    if (!payout) return changedMeanwhile();
    if (isNew) await audit.note(trx, { payoutId: id, kind, version: 1, by: person });
    return { kind: "done", payout };
  }

  private async columns(
    trx: Knex,
    { id, told, input, read }: { id: string; told: PayoutContent; input: PayoutInput; read: ReadInput },
  ): Promise<Record<string, unknown>> {
    const { options, ring } = this.context;
    const sealed = { payer: options.payer ?? null, clientData: input.client_data ?? null };
    const payload = await payloadOf(this.context, trx, { ...told, sealed });
    const { request_id: _fixed, amount: _amount, source_amount: _source, ...texts } = told;
    return {
      ...texts,
      ...amountColumns("amount", read.amount),
      ...amountColumns("source_amount", read.sourceAmount),
      beneficiary_name: read.beneficiary.display_name,
      beneficiary_mask: read.beneficiary.account_mask,
      beneficiary_country: read.beneficiary.country,
      sealed: sealPayout(this.context, id, sealed),
      key_id: ring.current,
      payload_hash: ring.hash(payloadText(this.context, read.account, payload)),
      order_id: input.order_id ?? null,
      customer_id: input.customer_id ?? null,
      note: input.note ?? null,
    };
  }

  private async inputOf(trx: Knex, row: PayoutRow): Promise<PayoutInput> {
    const { clientData } = openPayout(this.context, row.id, await this.context.payouts.sealedOf(trx, row.id));
    const text = (value: string | null): string | undefined => value ?? undefined;
    const major = (minor: string, code: string): string => toMajor(createMoney(BigInt(minor), createCurrency(code)));
    const { source_amount: source, source_currency: sourceCurrency, payment_date: date } = row;
    return {
      beneficiary_id: row.beneficiary_id,
      account: row.account,
      amount: major(row.amount, row.currency),
      currency: row.currency,
      payment_method: row.payment_method,
      swift_charge_option: text(row.swift_charge_option),
      fee_paid_by: text(row.fee_paid_by),
      fund_source: text(row.fund_source),
      source_amount: source !== null && sourceCurrency !== null ? major(source, sourceCurrency) : undefined,
      source_currency: text(sourceCurrency),
      payment_date: isPast(date, this.context.now()) ? undefined : text(date),
      reference: row.reference,
      reason: text(row.reason),
      client_data: text(clientData),
      order_id: text(row.order_id),
      customer_id: text(row.customer_id),
      note: text(row.note),
    };
  }
}

const BACK_TO_DRAFT = {
  state: "draft",
  approvals: 0,
  submitted_at: null,
  approved_at: null,
  expires_at: null,
  send_after: null,
  waits_for: null,
};

const toldOf = (input: PayoutInput, read: ReadInput): Omit<PayoutContent, "request_id"> => ({
  account: read.account,
  currency: input.currency,
  amount: read.amount.toString(),
  beneficiary_id: read.beneficiary.id,
  beneficiary_version: read.beneficiary.version,
  payment_method: input.payment_method,
  swift_charge_option: input.swift_charge_option ?? null,
  fee_paid_by: input.fee_paid_by ?? null,
  fund_source: input.fund_source ?? null,
  source_amount: read.sourceAmount?.toString() ?? null,
  source_currency: input.source_currency ?? null,
  payment_date: input.payment_date ?? null,
  reference: input.reference,
  reason: input.reason ?? null,
});
