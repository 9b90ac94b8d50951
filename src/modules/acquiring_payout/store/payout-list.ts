import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import type { PayoutListPage, PayoutQuestion } from "../payout-api";
import type { PayoutRow } from "../rows";
import { withoutAccountAuthor } from "./account-authors";
import type { Approvals } from "./approvals";
import type { Audit } from "./audit";
import { PAYOUT_COLUMNS, PAYOUTS } from "./payout-table";

const MOST_COUNTED = 10_001;

export class PayoutList {
  constructor(
    private readonly pg: Knex,
    private readonly context: {
      readonly audit: Audit;
      readonly approvals: Approvals;
      readonly options: { readonly approvalsNeeded: number };
    },
  ) {}

  async page(
    question: PayoutQuestion,
    { by, direction, limit, offset }: PayoutListPage<"created_at" | "amount">,
  ): Promise<PayoutRow[]> {
    return this.asked(question)
      .orderBy([
        { column: by, order: direction },
        { column: "id", order: direction },
      ])
      .limit(limit)
      .offset(offset)
      .select<PayoutRow[]>(PAYOUT_COLUMNS);
  }

  async count(question: PayoutQuestion): Promise<number> {
    const counted = this.asked(question).limit(MOST_COUNTED).select("id").as("counted");
    const [row] = await this.pg.from(counted).select<{ count: number }[]>(this.pg.raw("count(*)::int AS count"));
    return row?.count ?? 0;
  }

  private asked(question: PayoutQuestion): Knex.QueryBuilder {
    const { states, currencies, createdFrom, createdTo, approvableBy, search } = question;
    const query = this.pg(PAYOUTS).where({ [`${PAYOUTS}.deleted_at`]: null });
    if (states) void query.whereIn("state", [...states]);
    if (currencies) void query.whereIn("currency", [...currencies]);
    if (question.beneficiaryId !== undefined) void query.where({ beneficiary_id: question.beneficiaryId });
    if (question.orderId !== undefined) void query.where({ order_id: question.orderId });
    if (question.customerId !== undefined) void query.where({ customer_id: question.customerId });
    if (question.importId !== undefined) void query.where({ import_id: question.importId });
    if (createdFrom) void query.where("created_at", ">=", createdFrom);
    if (createdTo) void query.where("created_at", "<", createdTo);
    if (search) this.search(query, search);
    if (approvableBy) this.approvable(query, approvableBy.id);
    return query;
  }

  private search(query: Knex.QueryBuilder, { text, orders }: NonNullable<PayoutQuestion["search"]>): void {
    void query.where((any) => {
      for (const column of ["id", "request_id", "transaction_id", "short_reference", "reference"])
        void any.orWhere(column, text);
      void any
        .orWhereIn("order_id", [...orders])
        .orWhereRaw("position(lower(?) in lower(beneficiary_name)) > 0", [text]);
    });
  }

  /** Whether the person is listed at all is checked before. */
  private approvable(query: Knex.QueryBuilder, personId: string): void {
    void query.where({ state: "submitted" }).whereExists((beneficiaryTable) => {
      void beneficiaryTable
        .from("acquiring_beneficiary AS book")
        .whereRaw(`book.id = ${PAYOUTS}.beneficiary_id AND book.version = ${PAYOUTS}.beneficiary_version`)
        .whereNull("book.blocked_at")
        .whereNotExists(
          this.pg("acquiring_beneficiary AS twin")
            .whereRaw("twin.account_fingerprint = book.account_fingerprint")
            .whereNotNull("twin.blocked_at")
            .whereNull("twin.deleted_at"),
        );
      withoutAccountAuthor(beneficiaryTable, this.pg, personId);
    });
    const { audit, approvals, options } = this.context;
    audit.withoutMaker(query, personId);
    approvals.withoutApprovalOf(query, personId, options.approvalsNeeded);
  }
}
