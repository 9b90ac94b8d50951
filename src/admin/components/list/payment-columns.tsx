import { Badge, createDataTableColumnHelper } from "@medusajs/ui";
import type { PaymentRow } from "../../../api-schema/admin";
import { isLess, isPositive } from "../../lib/amounts";
import { instalmentsText, shownState } from "../../lib/view";
import type { DashboardTexts } from "../../lib/texts";
import { MaskedCardLabel } from "../masked-card-label";
import { StateBadge } from "../state-badge";
import { CutText } from "./cells";
import { ExpiryBadge, InstalmentsBadge } from "./payment-badges";
import { createdColumn, orderColumn, selectColumn } from "./shared-columns";

/** Each column has its own width, so that a narrow screen scrolls the table and not the page. */
const column = createDataTableColumnHelper<PaymentRow>();

/** The requested amount; below it the captured amount of a partial capture. */
const amountColumn = ({ t, money }: DashboardTexts) =>
  column.accessor("amounts.requested", {
    id: "amount",
    header: t("payments.amount"),
    enableSorting: true,
    align: "right",
    size: 110,
    sortAscLabel: t("payments.smallest"),
    sortDescLabel: t("payments.largest"),
    cell: ({ row: { original } }) => (
      <span className="flex flex-col items-end whitespace-nowrap">
        {money(original.amounts.requested, original.currency)}
        {isPartlyCaptured(original) ? (
          <span className="text-ui-fg-subtle txt-compact-xsmall">
            {t("payments.captured")} {money(original.amounts.captured, original.currency)}
          </span>
        ) : null}
      </span>
    ),
  });

const methodColumn = ({ t }: DashboardTexts) =>
  column.accessor("method", {
    header: t("payments.method"),
    size: 160,
    cell: ({ row: { original } }) =>
      original.card ? (
        <span className="block max-w-40 truncate">
          <MaskedCardLabel card={original.card} isBrief />
        </span>
      ) : (
        <CutText text={original.method_name ?? t(`payment.mode.${original.mode}`)} />
      ),
  });

const riskColumn = ({ t }: DashboardTexts) =>
  column.accessor("risk", {
    header: t("payments.risk"),
    size: 100,
    cell: ({ row: { original } }) => (
      <CutText text={[original.risk?.action, original.risk?.score].filter(Boolean).join(" · ") || null} />
    ),
  });

const customerColumn = ({ t }: DashboardTexts) =>
  column.accessor("email", {
    header: t("payments.customer"),
    size: 170,
    cell: ({ row: { original } }) => <CutText text={original.email} />,
  });

/** The state, and what staff should know at a glance: a review, open issues, the expiry, instalments. */
const stateColumn = ({ t, money }: DashboardTexts) =>
  column.accessor("state", {
    header: t("payments.state"),
    size: 180,
    cell: ({ row: { original } }) => (
      <span className="flex flex-wrap items-center gap-1 py-1">
        <StateBadge state={shownState(original)} />
        {original.held ? <Badge size="2xsmall">{t("payments.held")}</Badge> : null}
        {original.attention > 0 ? (
          <Badge size="2xsmall" color="orange" aria-label={t("payment.attention")} title={t("payment.attention")}>
            {original.attention}
          </Badge>
        ) : null}
        {isCapturable(original) ? <ExpiryBadge expiresAt={original.expires_at} /> : null}
        {original.instalments === null ? null : (
          <InstalmentsBadge
            name={t("payment.instalments")}
            count={original.instalments.count}
            text={instalmentsText(original.instalments, (amount) => money(amount, original.currency))}
          />
        )}
      </span>
    ),
  });

const isCapturable = ({ state, capture }: PaymentRow): boolean => state === "authorised" || capture !== null;

const isPartlyCaptured = ({ amounts: { requested, captured } }: PaymentRow): boolean =>
  isPositive(captured) && isLess(captured, requested);

export const paymentColumns = (words: DashboardTexts, open: (id: string) => void, isSelectable: boolean) => [
  ...(isSelectable ? [selectColumn<PaymentRow>(words.t("payments.selectAll"))] : []),
  orderColumn<PaymentRow>(words, open),
  createdColumn<PaymentRow>(words),
  stateColumn(words),
  amountColumn(words),
  methodColumn(words),
  customerColumn(words),
  riskColumn(words),
];
