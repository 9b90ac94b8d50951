import { Badge, createDataTableColumnHelper } from "@medusajs/ui";
import type { PaymentRow } from "../../../contract/admin";
import { short, shownState } from "../../lib/view";
import type { Words } from "../../lib/words";
import { CardFace } from "../card-face";
import { StateBadge } from "../state-badge";
import { createdColumn, orderColumn, selectColumn } from "./shared-columns";

/** The columns of payments, held ones included. Each has a width of its own, so that a narrow screen scrolls the table and not the page. */
const column = createDataTableColumnHelper<PaymentRow>();

const amountColumn = ({ say, money }: Words) =>
  column.accessor("amounts.requested", {
    id: "amount",
    header: say("list.amount"),
    enableSorting: true,
    align: "right",
    size: 130,
    sortAscLabel: say("list.smallest"),
    sortDescLabel: say("list.largest"),
    cell: ({ row }) => money(row.original.amounts.requested, row.original.currency),
  });

const methodColumn = ({ say }: Words) =>
  column.accessor("method", {
    header: say("list.method"),
    size: 190,
    cell: ({ row: { original } }) =>
      original.card ? (
        <CardFace card={original.card} />
      ) : (
        <bdi>{short(original.method_name ?? say(`payment.mode.${original.mode}`))}</bdi>
      ),
  });

const riskColumn = ({ say }: Words) =>
  column.accessor("risk", {
    header: say("list.risk"),
    size: 120,
    cell: ({ row: { original } }) => (
      <bdi>{short([original.risk?.action, original.risk?.score].filter(Boolean).join(" · ")) || "–"}</bdi>
    ),
  });

const shopperColumn = ({ say }: Words) =>
  column.accessor("email", {
    header: say("list.shopper"),
    size: 210,
    cell: ({ row: { original } }) => <bdi>{short(original.email ?? "–")}</bdi>,
  });

const stateColumn = ({ say }: Words) =>
  column.accessor("state", {
    header: say("list.state"),
    size: 210,
    cell: ({ row: { original } }) => (
      <span className="flex items-center gap-x-1">
        <StateBadge state={shownState(original)} />
        {original.held ? <Badge size="2xsmall">{say("list.held")}</Badge> : null}
        {original.attention > 0 ? (
          <Badge size="2xsmall" color="orange" aria-label={say("payment.attention")} title={say("payment.attention")}>
            {original.attention}
          </Badge>
        ) : null}
      </span>
    ),
  });

const capturedColumn = ({ say, money }: Words) =>
  column.accessor("amounts.captured", {
    id: "captured",
    header: say("list.captured"),
    align: "right",
    size: 130,
    cell: ({ row }) => money(row.original.amounts.captured, row.original.currency),
  });

export const paymentColumns = (words: Words, open: (id: string) => void, isSelectable: boolean) => [
  ...(isSelectable ? [selectColumn<PaymentRow>(words.say("list.selectAll"))] : []),
  orderColumn<PaymentRow>(words, open),
  stateColumn(words),
  amountColumn(words),
  capturedColumn(words),
  methodColumn(words),
  shopperColumn(words),
  riskColumn(words),
  createdColumn<PaymentRow>(words),
];
