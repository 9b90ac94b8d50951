import type { MedusaContainer } from "@medusajs/framework/types";
import { ChangeActionType, ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";
import type { RefundCause } from "../../api-schema/admin";
import type { CurrencyCode } from "../../gateway/model/money";
import { signedMinor } from "../orders/medusa-amount";
import type { TotalChange } from "./explain-surplus";

/**
 * What each confirmed change of an order did to its total. Medusa keeps the order's totals of every version, and a change
 * makes one version, so that the amounts contain taxes and discounts and add up exactly. Credit lines that lower the
 * total belong to a refund, or forgive what a customer owes; neither leaves something to refund.
 */
export type Cause = Pick<RefundCause, "kind" | "id" | "number" | "items">;

const Row = z.object({
  before: z.string(),
  after: z.string(),
  change_type: z.string().nullable(),
  return_id: z.string().nullable(),
  claim_id: z.string().nullable(),
  exchange_id: z.string().nullable(),
  number: z.number().nullable(),
  reference: z.string().nullable(),
  items: z.array(z.object({ title: z.string(), quantity: z.coerce.number().catch(0) })),
});
type ChangeRow = z.infer<typeof Row>;
const Rows = z.array(Row);

/** Reference of the credit line that keeps a part of a refund back. */
export const RESTOCKING_FEE = "acquiring_restocking_fee";
/** Of the one that reverts a refund's credit line; see `undo-refund.ts`. */
const REFUND_FAILED = "acquiring_refund_failed";

const { RECEIVE_RETURN_ITEM, RECEIVE_DAMAGED_RETURN_ITEM, ITEM_UPDATE, ITEM_REMOVE, CREDIT_LINE_ADD } =
  ChangeActionType;

/** Of an edit: how many pieces fewer. */
const QUANTITY = `CASE WHEN action.action = '${ITEM_UPDATE}' THEN - (action.details ->> 'quantity_diff')::numeric
  ELSE (action.details ->> 'quantity')::numeric END`;

const ITEMS = `
  SELECT json_agg(json_build_object('title', line.title, 'quantity', ${QUANTITY}) ORDER BY action.ordering)
  FROM order_change_action AS action JOIN order_line_item AS line ON line.id = action.details ->> 'reference_id'
  WHERE action.order_change_id = change.id AND action.deleted_at IS NULL AND ${QUANTITY} > 0
    AND action.action IN ('${[RECEIVE_RETURN_ITEM, RECEIVE_DAMAGED_RETURN_ITEM, ITEM_UPDATE, ITEM_REMOVE].join("', '")}')`;

const CREDIT = `
  SELECT action.reference FROM order_change_action AS action WHERE action.order_change_id = change.id
    AND action.deleted_at IS NULL AND action.action = '${CREDIT_LINE_ADD}' ORDER BY action.ordering LIMIT 1`;

const CHANGES = `
  WITH steps AS (
    SELECT summary.version,
      COALESCE(summary.totals -> 'raw_current_order_total' ->> 'value', summary.totals ->> 'current_order_total', '0') AS after,
      LAG(COALESCE(summary.totals -> 'raw_current_order_total' ->> 'value', summary.totals ->> 'current_order_total', '0'))
        OVER (ORDER BY summary.version) AS before
    FROM order_summary AS summary WHERE summary.order_id = :orderId AND summary.deleted_at IS NULL)
  SELECT steps.before, steps.after, change.change_type, change.return_id,
    COALESCE(change.claim_id, back.claim_id) AS claim_id, COALESCE(change.exchange_id, back.exchange_id) AS exchange_id,
    COALESCE(claim.display_id, exchange.display_id, back.display_id) AS number,
    (${CREDIT}) AS reference, COALESCE((${ITEMS}), '[]'::json) AS items
  FROM steps
  LEFT JOIN LATERAL (SELECT * FROM order_change AS made WHERE made.order_id = :orderId AND made.version = steps.version
    AND made.status = 'confirmed' AND made.deleted_at IS NULL ORDER BY made.id LIMIT 1) AS change ON true
  LEFT JOIN "return" AS back ON back.id = change.return_id
  LEFT JOIN order_claim AS claim ON claim.id = COALESCE(change.claim_id, back.claim_id)
  LEFT JOIN order_exchange AS exchange ON exchange.id = COALESCE(change.exchange_id, back.exchange_id)
  WHERE steps.before IS NOT NULL ORDER BY steps.version`;

/** Oldest first, without those that changed no total. */
export async function totalChangesOf(
  container: MedusaContainer,
  orderId: string,
  currency: CurrencyCode,
): Promise<TotalChange<Cause>[]> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION);
  const { rows } = await pg.raw<{ rows: unknown[] }>(CHANGES, { orderId });
  return Rows.parse(rows).flatMap((row): TotalChange<Cause>[] => {
    const minor = signedMinor(row.before, currency) - signedMinor(row.after, currency);
    const cause = minor === 0n ? null : causeOf(row, minor);
    return cause ? [{ cause, minor }] : [];
  });
}

function causeOf(row: ChangeRow, minor: bigint): Cause | null {
  const { number, items } = row;
  if (row.change_type === "credit_line") {
    if (minor > 0n || row.reference === REFUND_FAILED) return null;
    return {
      kind: row.reference === RESTOCKING_FEE ? "restocking_fee" : "deduction",
      id: null,
      number: null,
      items: [],
    };
  }
  if (row.claim_id !== null) return { kind: "claim", id: row.claim_id, number, items };
  if (row.exchange_id !== null) return { kind: "exchange", id: row.exchange_id, number, items };
  if (row.return_id === null) return { kind: "edit", id: null, number: null, items };
  const kind = row.change_type === "return_receive" ? "return" : "return_shipping";
  return { kind, id: row.return_id, number, items };
}
