import { toast } from "@medusajs/ui";
import { useState } from "react";
import type { PaymentRow } from "../../../api-schema/admin";
import { fetchPayments } from "../../lib/calls";
import { useTexts } from "../../lib/texts";

/** The selected payments across all pages. Rows are kept, so that their amounts can be shown. */
const MOST = 1_000;
const AT_ONCE = 100;

export type Selection = Pick<PaymentRow, "id" | "capture" | "currency">;

export function useSelection(rows: readonly PaymentRow[]) {
  const { t } = useTexts();
  const [selected, setSelected] = useState<ReadonlyMap<string, Selection>>(new Map());
  const [isGathering, setIsGathering] = useState(false);
  const choose = (state: Readonly<Record<string, boolean>>): void => {
    const seen = new Map<string, Selection>([...selected, ...rows.map((row): [string, Selection] => [row.id, row])]);
    const ids = Object.keys(state).filter((id) => state[id] === true);
    if (ids.length > MOST) toast.warning(t("payments.tooMany", { number: MOST }));
    setSelected(new Map(ids.slice(0, MOST).flatMap((id) => entryOf(seen, id))));
  };
  const gather = async (filters: URLSearchParams): Promise<void> => {
    setIsGathering(true);
    try {
      const { found, isCut } = await capturables(filters);
      setSelected(new Map(found.map((row) => [row.id, row])));
      if (isCut) toast.warning(t("payments.tooMany", { number: MOST }));
    } catch {
      toast.error(t("action.noAnswer"));
    } finally {
      setIsGathering(false);
    }
  };
  return {
    rows: [...selected.values()],
    state: Object.fromEntries([...selected.keys()].map((id) => [id, true])),
    choose,
    gather,
    isGathering,
    clear: () => setSelected(new Map()),
  };
}

function entryOf(seen: ReadonlyMap<string, Selection>, id: string): [string, Selection][] {
  const row = seen.get(id);
  return row ? [[id, row]] : [];
}

async function capturables(filters: URLSearchParams): Promise<{ found: Selection[]; isCut: boolean }> {
  const found: Selection[] = [];
  for (let offset = 0; offset < MOST; offset += AT_ONCE) {
    const page = new URLSearchParams(filters);
    page.set("capturable", "true");
    page.set("limit", String(AT_ONCE));
    page.set("offset", String(offset));
    const { payments, count } = await fetchPayments(page);
    found.push(...payments.filter(({ capture, held }) => capture !== null && !held));
    if (offset + AT_ONCE >= count) return { found, isCut: false };
  }
  return { found, isCut: true };
}
