import { createDataTableColumnHelper } from "@medusajs/ui";
import { Link } from "react-router-dom";
import type { AdminDispute } from "../../../api-schema/admin";
import { nameOfDispute } from "../../lib/disputes/due";
import type { DashboardTexts } from "../../lib/texts";
import { CutText, DateCell } from "../list/cells";
import { DisputeBadge } from "./dispute-badge";
import { DueDate } from "./due-date";

const column = createDataTableColumnHelper<AdminDispute>();

export const disputeColumns = ({ t, money }: DashboardTexts) => [
  column.accessor("order_no", {
    header: t("payments.order"),
    size: 120,
    cell: ({ row: { original } }) => (
      <Link
        to={`/acquiring/disputes/${encodeURIComponent(original.id)}`}
        className="text-ui-fg-base block max-w-32 truncate underline"
        aria-label={t("disputes.open", { name: nameOfDispute(original) })}
        onClick={(event) => event.stopPropagation()}
      >
        <bdi>{nameOfDispute(original)}</bdi>
      </Link>
    ),
  }),
  column.accessor("state", {
    header: t("payments.state"),
    size: 140,
    cell: ({ row: { original } }) => <DisputeBadge state={original.state} />,
  }),
  column.accessor("due_at", {
    header: t("disputes.dueDate"),
    size: 140,
    cell: ({ row: { original } }) => <DueDate dispute={original} />,
  }),
  column.accessor("amount", {
    header: t("payments.amount"),
    size: 120,
    cell: ({ row: { original } }) => (original.amount === null ? "–" : money(original.amount, original.currency)),
  }),
  column.accessor("reason", {
    header: t("disputes.reason"),
    size: 150,
    cell: ({ row: { original } }) => <CutText text={original.reason} />,
  }),
  column.accessor("opened_at", {
    header: t("disputes.openedAt"),
    size: 120,
    cell: ({ row: { original } }) => <DateCell at={original.opened_at} />,
  }),
];
