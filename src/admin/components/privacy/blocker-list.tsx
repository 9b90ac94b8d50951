import { Button, Text } from "@medusajs/ui";
import { Link } from "react-router-dom";
import type { ErasureBlocker, LegalHold } from "../../../api-schema/admin";
import { blockerText } from "../../lib/privacy/privacy-texts";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/texts";
import { SectionHead } from "../notifications/section-head";
import { ReleaseButton } from "./release-button";

interface Props {
  readonly blockers: readonly ErasureBlocker[];
  readonly holds: readonly LegalHold[];
  readonly onOpen: (paymentId: string) => void;
}

/** What is not over yet, each with where to settle it. */
export function BlockerList({ blockers, holds, onOpen }: Props) {
  const { t } = useTexts();
  return (
    <div data-testid="acquiring-blockers">
      <SectionHead title={t("privacy.blocker.title")} text={t("privacy.blocker.text")} />
      <ul className="divide-y border-t">
        {blockers.map((blocker, index) => {
          const hold = blocker.kind === "legal_hold" ? holds.find(({ id }) => id === blocker.id) : undefined;
          return (
            <li
              key={`${blocker.kind} ${blocker.name} ${String(index)}`}
              className="flex flex-wrap items-center justify-between gap-3 px-6 py-3"
              data-testid="acquiring-blocker"
              data-kind={blocker.kind}
            >
              <Text size="small" className="min-w-0 flex-1 basis-60 [overflow-wrap:anywhere]" dir="auto">
                {short(blockerText(t, blocker, hold))}
              </Text>
              {hold === undefined ? <Place blocker={blocker} onOpen={onOpen} /> : <ReleaseButton hold={hold} />}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** The attention page and the subscription's say more than the payment's. */
function Place({ blocker, onOpen }: { blocker: ErasureBlocker } & Pick<Props, "onOpen">) {
  const { t } = useTexts();
  const { kind, name, id, payment_id: payment, order_id: order, attention_kind: item } = blocker;
  const to = (place: string, text: string) => (
    <Button size="small" variant="secondary" asChild>
      <Link to={place} aria-label={`${text}: ${name}`}>
        {text}
      </Link>
    </Button>
  );
  if (kind === "attention_open")
    return to(
      item === null ? "/acquiring/attention" : `/acquiring/attention?kind=${encodeURIComponent(item)}`,
      t("privacy.blocker.openAttention"),
    );
  if (kind === "subscription_active" && id !== null)
    return to(`/acquiring/subscriptions/${encodeURIComponent(id)}`, t("attention.page.openSubscription"));
  if (order !== null) return to(`/orders/${encodeURIComponent(order)}`, t("payments.openOrder"));
  if (payment === null) return null;
  const text = t("attention.page.openPayment");
  return (
    <Button
      size="small"
      variant="secondary"
      aria-label={`${text}: ${name}`}
      onClick={() => onOpen(payment)}
      data-testid="acquiring-blocker-payment"
    >
      {text}
    </Button>
  );
}
