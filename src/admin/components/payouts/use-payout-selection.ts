import { toast } from "@medusajs/ui";
import { useState } from "react";
import type { PayoutRow } from "../../../api-schema/admin";
import { fetchPayouts } from "../../lib/payouts/payout-calls";
import type { View } from "../../lib/payouts/payout-view";
import { isSelectable } from "../../lib/payouts/payout-view";
import { useTexts } from "../../lib/texts";

/** Each is kept as it was selected, with the version it is bound to: what is approved is what was shown. */
const MOST = 500;
const AT_ONCE = 100;

export type PayoutSelection = Pick<
  PayoutRow,
  "id" | "amount" | "currency" | "beneficiary" | "reference" | "payload_hash"
>;

export function usePayoutSelection(rows: readonly PayoutRow[], view: View) {
  const { t } = useTexts();
  const [selected, setSelected] = useState<ReadonlyMap<string, PayoutSelection>>(new Map());
  const [of, setOf] = useState(view);
  const [isGathering, setIsGathering] = useState(false);
  // Each view has its own actions and its own selection.
  const current = of === view ? selected : new Map<string, PayoutSelection>();
  const put = (found: readonly PayoutSelection[], isCut: boolean): void => {
    if (isCut) toast.warning(t("payout.bulk.tooMany", { number: MOST }));
    setOf(view);
    setSelected(new Map(found.slice(0, MOST).map((row) => [row.id, row])));
  };
  const choose = (state: Readonly<Record<string, boolean>>): void => {
    const known = new Map<string, PayoutSelection>([
      ...rows.map((row): [string, PayoutSelection] => [row.id, row]),
      ...current,
    ]);
    const found = Object.keys(state).flatMap((id) => (state[id] === true ? [known.get(id)] : []));
    const rest = found.filter((row) => row !== undefined);
    put(rest, rest.length > MOST);
  };
  const gather = async (filters: URLSearchParams): Promise<void> => {
    setIsGathering(true);
    try {
      const { found, isCut } = await allOf(filters, view);
      put(found, isCut);
    } catch {
      toast.error(t("action.noAnswer"));
    } finally {
      setIsGathering(false);
    }
  };
  return {
    rows: [...current.values()],
    state: Object.fromEntries([...current.keys()].map((id) => [id, true])),
    choose,
    gather,
    isGathering,
    clear: () => setSelected(new Map()),
  };
}

async function allOf(filters: URLSearchParams, view: View): Promise<{ found: PayoutSelection[]; isCut: boolean }> {
  const found: PayoutSelection[] = [];
  for (let offset = 0; offset < MOST; offset += AT_ONCE) {
    const page = new URLSearchParams(filters);
    page.set("limit", String(AT_ONCE));
    page.set("offset", String(offset));
    const { payouts, count } = await fetchPayouts(page);
    found.push(...payouts.filter((row) => isSelectable(view, row)));
    if (offset + AT_ONCE >= count) return { found, isCut: false };
  }
  return { found, isCut: true };
}
