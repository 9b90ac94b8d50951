import { Checkbox, createDataTableColumnHelper } from "@medusajs/ui";
import { Link } from "react-router-dom";
import type { PayoutRow } from "../../../api-schema/admin";
import { short } from "../../lib/view";
import type { DashboardTexts } from "../../lib/texts";
import { CutText } from "../list/cells";
import { createdColumn } from "../list/shared-columns";
import { AccountMask, BlockedBadge } from "./payee";
import { PayoutBadge } from "./payout-badge";

const column = createDataTableColumnHelper<PayoutRow>();

const selectColumn = ({ t }: DashboardTexts) =>
  column.select({
    header: ({ table }) => (
      <Checkbox
        aria-label={t("reviews.selectAll")}
        checked={table.getIsSomePageRowsSelected() ? "indeterminate" : table.getIsAllPageRowsSelected()}
        disabled={!table.getRowModel().rows.some((row) => row.getCanSelect())}
        onCheckedChange={(checked) => table.toggleAllPageRowsSelected(checked === true)}
      />
    ),
    cell: ({ row }) => (
      <Checkbox
        aria-label={`${short(row.original.beneficiary.name)}, ${short(row.original.reference)}`}
        checked={row.getIsSelected()}
        disabled={!row.getCanSelect()}
        onClick={(event) => event.stopPropagation()}
        onCheckedChange={(checked) => row.toggleSelected(checked === true)}
      />
    ),
  });

const payeeColumn = ({ t }: DashboardTexts) =>
  column.accessor("beneficiary.name", {
    id: "beneficiary",
    header: t("payout.beneficiary"),
    size: 190,
    cell: ({ row: { original } }) => (
      <div className="flex flex-col py-1">
        <Link
          to={`/acquiring/payouts/${original.id}`}
          className="text-ui-fg-base block max-w-44 truncate underline"
          aria-label={t("payout.open", { name: short(original.beneficiary.name) })}
          onClick={(event) => event.stopPropagation()}
        >
          <bdi>{short(original.beneficiary.name)}</bdi>
        </Link>
        <span className="flex items-center gap-1">
          <AccountMask mask={original.beneficiary.account_mask} />
          {original.beneficiary.blocked ? <BlockedBadge /> : null}
        </span>
      </div>
    ),
  });

const amountColumn = ({ t, money }: DashboardTexts) =>
  column.accessor("amount", {
    header: t("payments.amount"),
    enableSorting: true,
    align: "right",
    size: 130,
    sortAscLabel: t("payments.smallest"),
    sortDescLabel: t("payments.largest"),
    cell: ({ row: { original } }) => money(original.amount, original.currency),
  });

export const payoutColumns = (words: DashboardTexts, canSelect: boolean) => {
  const { t } = words;
  return [
    ...(canSelect ? [selectColumn(words)] : []),
    payeeColumn(words),
    column.accessor("state", {
      header: t("payments.state"),
      size: 200,
      cell: ({ row: { original } }) => <PayoutBadge row={original} />,
    }),
    amountColumn(words),
    column.accessor("reference", {
      header: t("payout.reference"),
      size: 160,
      cell: ({ row: { original } }) => <CutText text={original.reference} />,
    }),
    column.accessor("approvals", {
      header: t("payout.approvals"),
      size: 110,
      cell: ({ row: { original } }) =>
        t("payout.approvalsOf", { given: original.approvals, needed: original.approvals_needed }),
    }),
    column.accessor("created_by.name", {
      id: "created_by",
      header: t("payout.preparedBy"),
      size: 160,
      cell: ({ row: { original } }) => <CutText text={original.created_by.name} />,
    }),
    column.accessor("order", {
      header: t("payments.order"),
      size: 100,
      cell: ({ row: { original } }) => orderName(original.order),
    }),
    createdColumn<PayoutRow>(words),
  ];
};

const orderName = (order: PayoutRow["order"]): string =>
  order === null || order.display_id === null ? "–" : `#${String(order.display_id)}`;
