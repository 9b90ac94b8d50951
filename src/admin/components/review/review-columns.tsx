import { Badge, createDataTableColumnHelper } from "@medusajs/ui";
import type { ReviewRow } from "../../../api-schema/admin";
import { short } from "../../lib/view";
import type { DashboardTexts } from "../../lib/texts";
import { CutText, DateCell } from "../list/cells";
import { orderColumn, selectColumn } from "../list/shared-columns";

const column = createDataTableColumnHelper<ReviewRow>();

export const reviewColumns = (words: DashboardTexts, open: (id: string) => void, isSelectable: boolean) => {
  const { t, money } = words;
  return [
    ...(isSelectable ? [selectColumn<ReviewRow>(t("reviews.selectAll"))] : []),
    orderColumn<ReviewRow>(words, open),
    column.accessor("hold.since", {
      header: t("reviews.since"),
      size: 120,
      cell: ({ row: { original } }) => <DateCell at={original.hold.since} />,
    }),
    column.accessor("amounts.requested", {
      header: t("payments.amount"),
      align: "right",
      size: 120,
      cell: ({ row: { original } }) => money(original.amounts.requested, original.currency),
    }),
    column.accessor("hold.reason", {
      header: t("reviews.heldBy"),
      size: 130,
      cell: ({ row: { original } }) => t(`reviews.reason.${original.hold.reason}`),
    }),
    column.accessor("reasons", {
      header: t("reviews.reasons"),
      size: 170,
      cell: ({ row: { original } }) => (
        <CutText
          text={[original.risk?.score, ...original.reasons.map(({ name }) => name)].filter(Boolean).join(" · ") || null}
        />
      ),
    }),
    column.accessor("hold.votes", {
      header: t("reviews.votes"),
      size: 150,
      cell: ({ row: { original } }) =>
        original.hold.votes.length === 0 ? (
          "–"
        ) : (
          <Badge size="2xsmall" color="orange">
            {original.hold.votes.map(({ action }) => t(`action.${action}`)).join(", ")}
          </Badge>
        ),
    }),
    column.accessor("email", {
      header: t("payments.customer"),
      size: 170,
      cell: ({ row: { original } }) => <CutText text={original.email} />,
    }),
    column.accessor("billing_country", {
      header: t("reviews.country"),
      size: 90,
      cell: ({ row: { original } }) => <bdi>{short(original.billing_country ?? "–")}</bdi>,
    }),
  ];
};
