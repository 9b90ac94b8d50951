import { createDataTableColumnHelper } from "@medusajs/ui";
import { Link } from "react-router-dom";
import type { SubscriptionRow } from "../../../api-schema/admin";
import { formatDay, rhythmText } from "../../lib/subscriptions/subscription-view";
import { short } from "../../lib/view";
import type { DashboardTexts } from "../../lib/texts";
import { CutText } from "../list/cells";
import { createdColumn } from "../list/shared-columns";
import { SubscriptionBadge } from "./subscription-badge";

const column = createDataTableColumnHelper<SubscriptionRow>();

const nameColumn = ({ t }: DashboardTexts) =>
  column.accessor("name", {
    header: t("subscription.name"),
    size: 180,
    cell: ({ row: { original } }) => (
      <Link
        to={`/acquiring/subscriptions/${original.id}`}
        className="text-ui-fg-base underline block max-w-44 truncate"
        aria-label={t("subscription.open", { name: short(original.name) })}
        onClick={(event) => event.stopPropagation()}
      >
        <bdi>{short(original.name)}</bdi>
      </Link>
    ),
  });

const amountColumn = (words: DashboardTexts) =>
  column.accessor("amount", {
    header: words.t("payments.amount"),
    size: 190,
    cell: ({ row: { original } }) => rhythmText(words, original),
  });

const nextColumn = ({ t, locale }: DashboardTexts) =>
  column.accessor("next_charge_at", {
    header: t("subscription.next"),
    enableSorting: true,
    size: 130,
    sortAscLabel: t("subscription.soonest"),
    sortDescLabel: t("subscription.farthest"),
    cell: ({ row: { original } }) =>
      original.next_charge_on === null ? (
        "–"
      ) : (
        <time dateTime={original.next_charge_on}>{formatDay(original.next_charge_on, locale)}</time>
      ),
  });

export const subscriptionColumns = (words: DashboardTexts) => {
  const { t } = words;
  return [
    nameColumn(words),
    column.accessor("state", {
      header: t("payments.state"),
      size: 200,
      cell: ({ row: { original } }) => <SubscriptionBadge row={original} />,
    }),
    amountColumn(words),
    column.accessor("customer.email", {
      id: "customer",
      header: t("subscription.customer"),
      size: 170,
      cell: ({ row: { original } }) => <CutText text={original.customer.email} />,
    }),
    nextColumn(words),
    column.accessor("paid_charges", { header: t("subscription.paid"), align: "right", size: 90 }),
    column.accessor("order", {
      header: t("subscription.firstOrder"),
      size: 120,
      cell: ({ row: { original } }) => (original.order === null ? "–" : `#${String(original.order.display_id)}`),
    }),
    createdColumn<SubscriptionRow>(words),
  ];
};
