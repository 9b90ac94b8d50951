import { Button, Checkbox, createDataTableColumnHelper } from "@medusajs/ui";
import type { PaymentRow } from "../../../api-schema/admin";
import { displayName } from "../../lib/view";
import type { DashboardTexts } from "../../lib/texts";
import { DateCell } from "./cells";

export type NamedRow = Pick<PaymentRow, "id" | "order" | "order_no">;

export const selectColumn = <Row extends NamedRow>(label: string) =>
  createDataTableColumnHelper<Row>().select({
    header: ({ table }) => (
      <Checkbox
        aria-label={label}
        checked={table.getIsSomePageRowsSelected() ? "indeterminate" : table.getIsAllPageRowsSelected()}
        disabled={!table.getRowModel().rows.some((row) => row.getCanSelect())}
        onCheckedChange={(checked) => table.toggleAllPageRowsSelected(checked === true)}
      />
    ),
    cell: ({ row }) => (
      <Checkbox
        aria-label={displayName(row.original)}
        checked={row.getIsSelected()}
        disabled={!row.getCanSelect()}
        onClick={(event) => event.stopPropagation()}
        onCheckedChange={(checked) => row.toggleSelected(checked === true)}
      />
    ),
  });

export const orderColumn = <Row extends NamedRow>({ t }: DashboardTexts, open: (id: string) => void) =>
  createDataTableColumnHelper<Row>().accessor((row) => row.order_no, {
    id: "order_no",
    header: t("payments.order"),
    size: 140,
    cell: ({ row: { original } }) => (
      <Button
        size="small"
        variant="transparent"
        className="-ml-1 max-w-24 justify-start px-1"
        aria-label={t("payments.open", { name: displayName(original) })}
        onClick={(event) => {
          event.stopPropagation();
          open(original.id);
        }}
      >
        <bdi className="truncate" title={displayName(original)}>
          {displayName(original)}
        </bdi>
      </Button>
    ),
  });

export const createdColumn = <Row extends { readonly created_at: string }>({ t }: DashboardTexts) =>
  createDataTableColumnHelper<Row>().accessor((row) => row.created_at, {
    id: "created_at",
    header: t("payments.created"),
    enableSorting: true,
    size: 120,
    sortAscLabel: t("payments.oldest"),
    sortDescLabel: t("payments.newest"),
    cell: ({ row }) => <DateCell at={row.original.created_at} />,
  });
