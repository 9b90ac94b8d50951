import { Badge, Button, Container, Heading, Text } from "@medusajs/ui";
import { Link } from "react-router-dom";
import type { AttentionEntry, DecideAction } from "../../../api-schema/admin";
import { ACTION_PERMISSIONS, ATTENTION_ACTIONS, isDecidable } from "../../lib/attention-action";
import { useAccess } from "../../lib/use-access";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/texts";
import { DecideButtons } from "../actions/decide-buttons";

const COLOR: Record<AttentionEntry["level"], "red" | "orange" | "blue"> = {
  money: "red",
  customer: "orange",
  notice: "blue",
};

interface Props {
  readonly item: AttentionEntry;
  readonly mayDismiss: boolean;
  readonly onOpen: (item: AttentionEntry) => void;
  readonly onDismiss: (item: AttentionEntry) => void;
  readonly onDecide: (item: AttentionEntry, resolution: DecideAction["resolution"]) => void;
}

export function AttentionItemCard({ item, mayDismiss, onOpen, onDismiss, onDecide }: Props) {
  const { t, moment } = useTexts();
  const may = useAccess();
  return (
    <Container className="flex flex-col gap-y-2 px-6 py-4" data-testid="acquiring-attention-item" data-kind={item.kind}>
      <div className="flex flex-wrap items-center gap-2">
        <Badge size="2xsmall" color={COLOR[item.level]}>
          {t(`attention.page.level.${item.level}`)}
        </Badge>
        <Heading level="h2">{t(`attention.name.${item.kind}`)}</Heading>
        <About item={item} />
      </div>
      <Text size="small" className="[overflow-wrap:anywhere]" dir="auto">
        {short(item.message)}
      </Text>
      <Text size="small" weight="plus">
        {t(`attention.action.${item.action}`)}: {t(`attention.advice.${item.kind}`)}
      </Text>
      <Text size="xsmall" className="text-ui-fg-subtle">
        <time dateTime={item.raised_at}>{moment(item.raised_at)}</time>
        {item.count > 1 ? ` · ${t("attention.page.times", { number: item.count })}` : null} · <bdi>{item.account}</bdi>
      </Text>
      {item.closed === null ? (
        <div className="flex flex-wrap gap-2">
          <Remedy item={item} onOpen={() => onOpen(item)} />
          {isDecidable(item) && may("resolve") ? (
            <DecideButtons onChoose={(resolution) => onDecide(item, resolution)} />
          ) : null}
          {mayDismiss ? (
            <Button size="small" variant="transparent" onClick={() => onDismiss(item)} data-testid="acquiring-dismiss">
              {t("attention.page.dismiss")}
            </Button>
          ) : null}
        </div>
      ) : (
        <Closed closed={item.closed} />
      )}
    </Container>
  );
}

function About({ item: { payment, dispute } }: { item: AttentionEntry }) {
  const { t, money } = useTexts();
  if (payment === null) return null;
  const disputed = dispute?.amount ?? null;
  const amount =
    disputed === null
      ? money(payment.amount, payment.currency)
      : `${t("payments.disputed")}: ${money(disputed, payment.currency)}`;
  return (
    <Text size="small" className="text-ui-fg-subtle [overflow-wrap:anywhere]">
      <bdi>{payment.order === null ? payment.order_no : `#${String(payment.order.display_id)}`}</bdi> · {amount}
    </Text>
  );
}

/** A reader without the permission for the remedy can still open the payment. */
function Remedy({ item, onOpen }: { item: AttentionEntry; onOpen: () => void }) {
  const { t } = useTexts();
  const may = useAccess();
  const { acts, place } = ATTENTION_ACTIONS[item.action];
  const isPossible = acts.some((act) => may(ACTION_PERMISSIONS[act]));
  const order = item.payment?.order ?? null;
  const goTo = (to: string, label: string) => (
    <Button size="small" variant="secondary" asChild>
      <Link to={to} data-testid="acquiring-remedy">
        {label}
      </Link>
    </Button>
  );
  if (place === "health" && may("operate"))
    return goTo(`/acquiring/health?account=${encodeURIComponent(item.account)}`, t("attention.page.openHealth"));
  if (place === "payments")
    return goTo(`/acquiring?account=${encodeURIComponent(item.account)}`, t("attention.page.openPayments"));
  if (place === "subscription" && item.subscription !== null)
    return goTo(`/acquiring/subscriptions/${item.subscription.id}`, t("attention.page.openSubscription"));
  if (place === "payout" && item.payout !== null)
    return goTo(`/acquiring/payouts/${item.payout.id}`, t("attention.action.open_payout"));
  if (item.dispute !== null)
    return goTo(`/acquiring/disputes/${encodeURIComponent(item.dispute.id)}`, t("payment.openDispute"));
  if (place === "order" && order !== null) return goTo(`/orders/${order.id}`, t("attention.page.openOrder"));
  if (item.payment === null) return null;
  return (
    <Button size="small" variant="secondary" onClick={onOpen} data-testid="acquiring-remedy">
      {t(isPossible ? `attention.action.${item.action}` : "attention.page.openPayment")}
    </Button>
  );
}

function Closed({ closed }: { closed: NonNullable<AttentionEntry["closed"]> }) {
  const { t, moment } = useTexts();
  return (
    <Text size="small" className="text-ui-fg-subtle [overflow-wrap:anywhere]" dir="auto">
      {t("attention.page.closedAt", { moment: moment(closed.at) })}
      {closed.by === null ? null : ` ${t("attention.page.by", { who: short(closed.by) })}`} ·{" "}
      {t("attention.page.reason")}: {t(`attention.closedReason.${closed.reason}`)}
      {closed.note === null ? null : ` · ${t("payment.note")}: ${closed.note}`}
    </Text>
  );
}
