import type { DataTablePaginationState, DataTableSortingState } from "@medusajs/ui";
import { offsetOf } from "../../lib/existing-offset";
import type { UrlState } from "../../lib/use-url-state";
import { PAGE_SIZE } from "../../lib/use-url-state";

/** Sorting and page of a table, from the URL. `usual`: the server's default order, which the URL omits. */
export function tableState(address: UrlState, usual = "-created_at") {
  const order = address.one("order") ?? usual;
  const offset = offsetOf(address.one("offset"));
  return {
    sorting: {
      state: { id: order.replace(/^-/, ""), desc: order.startsWith("-") },
      onSortingChange: (sorting: DataTableSortingState | null) => address.set({ order: orderOf(sorting, usual) }),
    },
    pagination: {
      state: { pageIndex: Math.floor(offset / PAGE_SIZE), pageSize: PAGE_SIZE },
      onPaginationChange: ({ pageIndex }: DataTablePaginationState) =>
        address.set({ offset: pageIndex === 0 ? null : String(pageIndex * PAGE_SIZE) }),
    },
  };
}

function orderOf(sorting: DataTableSortingState | null, usual: string): string | null {
  if (!sorting) return null;
  const order = (sorting.desc ? "-" : "") + sorting.id;
  return order === usual ? null : order;
}
