import type { PaymentFact, RefundFact } from "../../../gateway/model/facts";
import type { QueryAnswer } from "../../../gateway/model/client-api";
import type { GroupedQueries, GatewayQuestion } from "../../../gateway/client/grouped-queries";
import type { OrderNo } from "../../../gateway/model/ids";
import { createOrderNo } from "../../../gateway/model/ids";
import type { GatewayCharges } from "../domain/charges";
import type { OutsideClaims } from "../domain/snapshot";
import { chargesIn, isUnclaimed, refundsIn } from "../ledger/split-gateway-charges";
import type { Ledger } from "../ledger/ledger";
import type { AttemptRow, OperationRow } from "../ledger/rows/attempt-row";
import { minorOf, wireOrderNoOf } from "../ledger/rows/attempt-row";
import { chargesReadTwice, refundsReadTwice } from "./double-read-confirmation";

/** Reads what the gateway lists about an attempt; writes nothing. Money new to the ledger must be reported twice. */
export interface CheckHint {
  /** A notification reports a refund: refunds are listed too, whoever made them. */
  readonly refunds?: boolean;
  readonly claims?: OutsideClaims;
  /** Of a subscription: a charge is said to be listed under this order number. */
  readonly charge?: OrderNo;
}

export interface GatewayState {
  readonly kind: "answered";
  readonly charges: GatewayCharges;
  /** Of the attempt's own transaction; null: not queried. */
  readonly refunds: readonly RefundFact[] | null;
  readonly listed: readonly string[];
  /** One of several charges that names none of them. */
  readonly isUnclaimed: boolean;
  /** A charge or refund that this store did not request was listed only once. */
  readonly isDoubtful: boolean;
  /** Why the refunds are not known: the payments are applied, and the check has failed. */
  readonly refundFailure?: Unanswered;
}

type Unanswered = Exclude<QueryAnswer<never>, { kind: "answered" }>;

interface Asking {
  readonly question: GatewayQuestion;
  readonly hint: CheckHint;
}

const NO_REFUNDS = { kind: "answered", refunds: null, listed: [], isUnclaimed: false } as const;

const wantsRefunds = (
  operations: readonly Pick<OperationRow, "kind">[],
  payments: readonly PaymentFact[],
  hint: CheckHint,
): boolean =>
  hint.refunds === true ||
  operations.some(({ kind }) => kind === "refund") ||
  payments.some(({ reading }) => reading === "refunded");

/** A capture that is new to the ledger may have been given back: without its refunds an order would count as paid. */
const needsRefunds = ({ captured }: AttemptRow, own: readonly PaymentFact[]): boolean =>
  minorOf(captured) === 0n && own.some(({ reading }) => reading === "captured" || reading === "refunded");

export interface GatewayStateDependencies {
  readonly ledger: Ledger;
  readonly routeOf: (attempt: AttemptRow) => string;
}

export class GatewayStateReader {
  constructor(
    private readonly deps: GatewayStateDependencies,
    private readonly questions: GroupedQueries,
  ) {}

  async ask(
    attempt: AttemptRow,
    operations: readonly OperationRow[],
    { question, hint }: Asking,
  ): Promise<GatewayState | Unanswered> {
    const listed = await this.payments(attempt, question, hint);
    if (listed.kind !== "answered") return listed;
    const first = chargesIn(attempt, listed.facts);
    const later = await chargesReadTwice(this.deps.ledger, attempt, {
      charges: first.later,
      askAgain: () => this.chargesAgain(attempt, hint),
    });
    const charges = { ...first, later: later.facts };
    if (!wantsRefunds(operations, charges.own, hint)) return { ...NO_REFUNDS, charges, isDoubtful: later.isDoubtful };
    const orderNo = createOrderNo(wireOrderNoOf(attempt));
    const refunds = await question.refunds(this.deps.routeOf(attempt), orderNo);
    if (refunds.kind !== "answered") {
      return needsRefunds(attempt, charges.own)
        ? refunds
        : { ...NO_REFUNDS, charges, isDoubtful: later.isDoubtful, refundFailure: refunds };
    }
    const sharing = { operations, isShared: charges.later.length > 0 };
    const own = await refundsReadTwice(operations, {
      refunds: refundsIn(attempt, refunds.facts, sharing),
      askAgain: async () => {
        const again = await this.once((other) => other.refunds(this.deps.routeOf(attempt), orderNo));
        return again.kind === "answered" ? refundsIn(attempt, again.facts, sharing) : null;
      },
    });
    return {
      kind: "answered",
      charges,
      refunds: own.facts,
      listed: refunds.facts.flatMap(({ operationId }) => operationId ?? []),
      isUnclaimed: sharing.isShared && refunds.facts.some(isUnclaimed),
      isDoubtful: later.isDoubtful || own.isDoubtful,
    };
  }

  private async payments(
    attempt: AttemptRow,
    question: GatewayQuestion,
    hint: CheckHint,
  ): Promise<QueryAnswer<PaymentFact>> {
    const payments = await question.payments(this.deps.routeOf(attempt), createOrderNo(wireOrderNoOf(attempt)));
    if (payments.kind !== "answered") return payments;
    const further = await this.further(attempt, hint);
    if (further.kind !== "answered") return further;
    return { kind: "answered", facts: [...payments.facts, ...further.facts] };
  }

  private async chargesAgain(attempt: AttemptRow, hint: CheckHint): Promise<readonly PaymentFact[] | null> {
    const again = await this.once((question) => this.payments(attempt, question, hint));
    return again.kind === "answered" ? chargesIn(attempt, again.facts).later : null;
  }

  /** According to a notification, the gateway gave a charge of the subscription its own order number. */
  private async further(attempt: AttemptRow, { charge }: CheckHint): Promise<QueryAnswer<PaymentFact>> {
    if (charge === undefined) return { kind: "answered", facts: [] };
    const answer = await this.once((question) => question.payments(this.deps.routeOf(attempt), charge));
    if (answer.kind !== "answered") return answer;
    return { kind: "answered", facts: answer.facts.filter(({ recurring }) => recurring !== null) };
  }

  private async once<T>(ask: (question: GatewayQuestion) => Promise<T>): Promise<T> {
    const question = this.questions.announce();
    try {
      return await ask(question);
    } finally {
      question.withdraw();
    }
  }
}
