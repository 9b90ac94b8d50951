import { Container, Heading } from "@medusajs/ui";
import { Link } from "react-router-dom";
import type { AdminSubscription, SubscriptionEvent } from "../../../api-schema/admin";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/words";
import { HistoryEntry, HistoryList } from "../history";

/** Everything that happened to one contract, newest first, in plain words. Shows, never acts. */
export function SubscriptionHistory({ subscription: { events, currency } }: { subscription: AdminSubscription }) {
  const { say } = useTexts();
  return (
    <Container className="px-6 py-4" data-testid="acquiring-story">
      <Heading level="h2" className="mb-3">
        {say("subscription.story")}
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
  const { say, money } = useTexts();
  const { kind, amount, number, order, note, actor, actor_name: name, at } = event;
  const details = [
    amount === null ? null : money(amount, currency),
    number === null ? null : say("subscription.ofCharge", { number }),
  ].filter((text) => text !== null);
  return (
    <HistoryEntry
      {...{ at, note }}
      by={say("subscription.who", { who: name === null ? say(`payment.actor.${actor}`) : short(name) })}
      what={
        <>
          {say(`subscription.happened.${kind}`)}
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
