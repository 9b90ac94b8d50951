import { MedusaError } from "@medusajs/framework/utils";
import type {
  AdminBeneficiary,
  BeneficiaryAnswer,
  BeneficiaryFilters,
  BeneficiaryPage,
} from "../../../api-schema/admin";
import { BeneficiaryAddress, BeneficiaryEventKind } from "../../../api-schema/admin";
import type { PayoutListPage } from "../../../modules/acquiring_payout/payout-api";
import type { AuditRow, BeneficiaryRow as Row } from "../../../modules/acquiring_payout/rows";
import { isPermitted } from "../../access/admin-access";
import { namesOf } from "../../orders/load-medusa-orders";
import { beneficiaryRows } from "./beneficiary-rows";
import { resolvePayoutService } from "../resolve-payout-service";
import { NO_MAKER } from "../payout-actions";
import type { PayoutActor } from "../payout-actor";

type Order = Pick<PayoutListPage<"name" | "created_at">, "by" | "direction">;

const ORDER: Readonly<Record<BeneficiaryFilters["order"], Order>> = {
  name: { by: "name", direction: "asc" },
  "-name": { by: "name", direction: "desc" },
  created_at: { by: "created_at", direction: "asc" },
  "-created_at": { by: "created_at", direction: "desc" },
};

export async function beneficiaryPage(
  { container }: PayoutActor,
  filters: BeneficiaryFilters,
): Promise<BeneficiaryPage> {
  const payoutService = resolvePayoutService(container);
  const { limit, offset, blocked, customer_id: customerId, q } = filters;
  const question = { blocked, customerId, text: q === "" ? undefined : q };
  const [rows, count] = await Promise.all([
    payoutService.beneficiaries.page(question, { ...ORDER[filters.order], limit, offset }),
    payoutService.beneficiaries.count(question),
  ]);
  return { beneficiaries: await beneficiaryRows(payoutService, rows), count, limit, offset };
}

const MOST_EVENTS = 1_000;

export async function beneficiaryView(who: PayoutActor, id: string = who.id): Promise<BeneficiaryAnswer> {
  const { container } = who;
  const payoutService = resolvePayoutService(container);
  const face = await payoutService.beneficiaries.face(id);
  const [row] = face ? await beneficiaryRows(payoutService, [face.row]) : [];
  if (!face || !row) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no beneficiary ${id}.`);
  const events = await payoutService.beneficiaries.eventsOf(id, MOST_EVENTS);
  const names = await namesOf(
    container,
    events.map(({ actor_id: by }) => by),
  );
  return {
    beneficiary: {
      ...row,
      company_name: face.company_name,
      first_name: face.first_name,
      last_name: face.last_name,
      address: BeneficiaryAddress.parse(face.address),
      gateway_beneficiary_id: face.gateway_beneficiary_id,
      bank: face.bank,
      events: events.map((event) => eventOf(event, names)),
      actions: await actionsOf(who, face.row),
    },
  };
}

const eventOf = (event: AuditRow, names: ReadonlyMap<string, string>): AdminBeneficiary["events"][number] => ({
  id: event.id,
  at: event.at.toISOString(),
  kind: BeneficiaryEventKind.parse(event.kind),
  version: event.version,
  actor_name: names.get(event.actor_id ?? "") ?? null,
  note: event.note,
});

type Actions = AdminBeneficiary["actions"];

async function actionsOf({ container, auth }: PayoutActor, { blocked_at: at }: Row): Promise<Actions> {
  const [mayPrepare, mayReveal, mayApprove] = await Promise.all([
    isPermitted(container, auth, "payout"),
    isPermitted(container, auth, "reveal_bank_details"),
    isPermitted(container, auth, "approve_payout"),
  ]);
  const isBlocked = at !== null;
  return {
    change: mayPrepare ? YES : NO_MAKER,
    block: isBlocked ? no("It is already blocked.") : mayPrepare ? YES : NO_MAKER,
    unblock: !isBlocked ? no("It is not blocked.") : mayApprove ? YES : no("Only payout approvers can unblock it."),
    reveal: mayReveal ? YES : no("The plugin's option payout.revealers lists who may see bank data in full."),
    // Payouts may be prepared during the cool-down; approved ones wait.
    pay: isBlocked ? no("It is blocked.") : mayPrepare ? YES : NO_MAKER,
  };
}

const YES: Actions["pay"] = { allowed: true, reason: null };
const no = (reason: string): Actions["pay"] => ({ allowed: false, reason });
