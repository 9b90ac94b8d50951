import { Container, Heading } from "@medusajs/ui";
import { Link } from "react-router-dom";
import type { AdminSubscription, SubscriptionEvent } from "../../../api-schema/admin";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/texts";
import { HistoryEntry, HistoryList } from "../history";

export function SubscriptionHistory({ subscription: { events, currency } }: { subscription: AdminSubscription }) {
  const { t } = useTexts();
  return (
    <Container className="px-6 py-4" data-testid="acquiring-story">
      <Heading level="h2" className="mb-3">
        {t("subscription.story")}
      </Heading>
      <HistoryList>
        {events.map((event) => (
          <Event key={event.id} event={event} currency={currency} />
        ))}
      </HistoryList>
    </Container>
  );
}

function Event({ event, currency }: { event: SubscriptionEvent; currency: string }) {
  const { t, money } = useTexts();
  const { kind, amount, number, order, note, actor, actor_name: name, at } = event;
  const details = [
    amount === null ? null : money(amount, currency),
    number === null ? null : t("subscription.ofCharge", { number }),
  ].filter((text) => text !== null);
  return (
    <HistoryEntry
      {...{ at, note }}
      by={t("subscription.by", { who: name === null ? t(`payment.actor.${actor}`) : short(name) })}
      what={
        <>
          {t(`subscription.event.${kind}`)}
          {details.map((text) => (
            <span key={text} className="text-ui-fg-subtle">
              {" "}
              · {text}
            </span>
          ))}
          {order === null ? null : (
            <>
              {" "}
              ·{" "}
              <Link to={`/orders/${order.id}`} className="text-ui-fg-base underline">
                #{order.display_id}
              </Link>
            </>
          )}
        </>
      }
    />
  );
}
