import type { Violation } from "../support/books";
import type { Lane } from "./lane";
import type { Story } from "./story";

/**
 * The order's money at rest, computed without the code of the policy and the proposals: nothing is left that the policy should have captured or an
 * automatic refund should have given back, and neither moved more than it should.
 */
interface Sum {
  /** Minor units. */
  readonly total: bigint;
  readonly highest: bigint;
  readonly lowest: bigint;
  readonly authorised: bigint;
  readonly captured: bigint;
  readonly refunded: bigint;
  readonly pending: bigint;
  readonly by_policy: bigint;
  readonly by_system: bigint;
  readonly state: string;
  readonly is_cancelled: boolean;
  readonly ordered: number;
  readonly fulfilled: number;
  readonly shipped: number;
  readonly returned: number;
  readonly captures: number;
  readonly items: readonly string[];
}

const minor = (column: string): string => `round((${column})::numeric * 100)::bigint::text`;

const SUMS = `
  SELECT (SELECT ${minor("totals->>'current_order_total'")} FROM order_summary s WHERE s.order_id = o.id AND s.version = o.version AND s.deleted_at IS NULL) AS total,
    (SELECT max(${minor("totals->>'current_order_total'")}::bigint)::text FROM order_summary s WHERE s.order_id = o.id AND s.deleted_at IS NULL) AS highest,
    (SELECT min(${minor("totals->>'current_order_total'")}::bigint)::text FROM order_summary s WHERE s.order_id = o.id AND s.deleted_at IS NULL) AS lowest,
    a.authorised::text, a.captured::text, a.refunded::text, a.refund_pending::text AS pending, a.state, o.status = 'canceled' AS is_cancelled,
    (SELECT coalesce(sum(amount), 0)::text FROM acquiring_operation WHERE attempt_id = a.id AND kind = 'capture' AND status = 'settled' AND actor = 'system') AS by_policy,
    (SELECT coalesce(sum(amount), 0)::text FROM acquiring_operation WHERE attempt_id = a.id AND kind = 'refund' AND status NOT IN ('declined', 'not_sent') AND actor = 'system') AS by_system,
    (SELECT count(*)::int FROM acquiring_operation WHERE attempt_id = a.id AND kind = 'capture' AND status NOT IN ('declined', 'not_sent')) AS captures,
    line.quantity::int AS ordered, line.fulfilled_quantity::int AS fulfilled,
    greatest(line.shipped_quantity, line.delivered_quantity)::int AS shipped, (line.return_received_quantity + line.return_dismissed_quantity)::int AS returned,
    ARRAY(SELECT kind FROM acquiring_attention_item i WHERE i.attempt_id = a.id AND i.cleared_at IS NULL
      AND i.kind IN ('capture_due', 'unknown_outcome', 'amount_mismatch', 'capture_unconfirmed', 'external_void', 'refund_unexpected', 'refund_failed', 'not_recorded', 'backward_move')) AS items
  FROM "order" o JOIN order_item line ON line.order_id = o.id AND line.version = o.version AND line.deleted_at IS NULL
  JOIN order_cart c ON c.order_id = o.id JOIN acquiring_payment_attempt a ON a.cart_id = c.cart_id
  WHERE o.id = :orderId`;

/** What differs while a capture of Medusa's button has no known result: Medusa keeps its row. */
const BY_A_CAPTURE: readonly string[] = [
  ...["amount_differs", "capture_effects_differ"],
  ...["medusa_amount_differs", "medusa_state_differs", "medusa_totals_differ"],
];

/**
 * Of an account that captures in parts, no query says whether a further capture whose response was lost was made: a person
 * decides. Until then the books may differ by it.
 */
export async function excused({ pg }: Lane, { fulfilment }: Story, found: readonly Violation[]): Promise<Violation[]> {
  if (!fulfilment?.isMultiple) return [...found];
  const attempts = found.flatMap(({ ids }) => ids.attempt ?? []);
  const undecided: string[] = await pg("acquiring_operation AS o")
    .join("acquiring_attention_item AS i", "i.attempt_id", "o.attempt_id")
    .whereIn("o.attempt_id", attempts)
    .where({ "o.kind": "capture", "o.status": "unknown", "i.kind": "unknown_outcome", "i.cleared_at": null })
    .pluck("o.attempt_id");
  // An order's sums name no payment; each order of these stories has one.
  return found.filter(({ code, ids }) => {
    const isUndecided = undecided.includes(ids.attempt ?? undecided[0] ?? "");
    return !isUndecided || !BY_A_CAPTURE.includes(code);
  });
}

type Row = { readonly [Name in keyof Sum]: Sum[Name] extends bigint ? string : Sum[Name] };

export async function uncollected({ pg }: Lane, { fulfilment, steps }: Story, orderId: string): Promise<string[]> {
  if (!fulfilment) return [];
  const { rows } = await pg.raw<{ rows: Row[] }>(SUMS, { orderId });
  const [row] = rows;
  if (!row || rows.length > 1) return [`fulfilment: ${String(rows.length)} payments of the order`];
  const sum = sumOf(row);
  const kept = sum.captured - sum.refunded - sum.pending;
  const acts = steps.flatMap((step) => step.acts);
  const isByHand = acts.some(({ kind }) => kind === "capture" || kind === "portal" || kind === "notify");
  const told = JSON.stringify(row);
  const found: string[] = [];
  if (!isByHand && sum.by_policy > sum.highest)
    found.push(`fulfilment: the policy captured more than the order ever cost: ${told}`);
  if (sum.by_system > 0n && kept < sum.lowest && kept < sum.total)
    found.push(`fulfilment: an automatic refund gave back more than the order was too much: ${told}`);
  if (sum.is_cancelled || sum.items.length > 0) return found;
  if (kept > sum.total) found.push(`fulfilment: too much is kept, and nobody was told: ${told}`);
  const due = dueOf(sum, fulfilment);
  const isOpen = sum.state === "authorised" || (sum.state === "captured" && sum.captured < sum.authorised);
  const mayCapture = fulfilment.isMultiple || sum.captures === 0;
  if (isOpen && mayCapture && due > kept && sum.authorised > sum.captured)
    found.push(`fulfilment: ${String(due)} is due, and was not captured: ${told}`);
  return found;
}

function sumOf(row: Row): Sum {
  const { total, highest, lowest, authorised, captured, refunded, pending, by_policy, by_system } = row;
  const numbers = { total, highest, lowest, authorised, captured, refunded, pending, by_policy, by_system };
  const exact = Object.fromEntries(Object.entries(numbers).map(([name, text]) => [name, BigInt(text)]));
  return { ...row, ...(exact as Record<keyof typeof numbers, bigint>) };
}

/** What the rule wants captured now, of an order whose items all cost the same. */
function dueOf(sum: Sum, { capture, isMultiple, singleCapture }: NonNullable<Story["fulfilment"]>): bigint {
  if (capture === "on_order") return sum.total;
  const ordered = sum.ordered - sum.returned;
  const handed = (capture === "on_fulfilment" ? sum.fulfilled : sum.shipped) - sum.returned;
  if (handed <= 0 || ordered <= 0) return 0n;
  if (handed >= ordered) return sum.total;
  if (!isMultiple) return singleCapture === "first" ? sum.total : 0n;
  return (sum.total * BigInt(handed)) / BigInt(ordered);
}
