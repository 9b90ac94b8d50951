import { Container, Heading, Text } from "@medusajs/ui";
import { Link } from "react-router-dom";
import type { AdminSubscription, SubscriptionEvent } from "../../../contract/admin";
import { short } from "../../lib/view";
import { useWords } from "../../lib/words";

/** Everything that happened to one contract, newest first, in plain words. Shows, never acts. */
export function Story({ subscription: { events, currency } }: { subscription: AdminSubscription }) {
  const { say } = useWords();
  return (
    <Container className="px-6 py-4" data-testid="acquiring-story">
      <Heading level="h2" className="mb-3">
        {say("subscription.story")}
      </Heading>
      <ol className="border-ui-border-base flex flex-col gap-y-3 border-l pl-4">
        {events.map((event) => (
          <Event key={event.id} event={event} currency={currency} />
        ))}
      </ol>
    </Container>
  );
}

function Event({ event, currency }: { event: SubscriptionEvent; currency: string }) {
  const { say, money, moment } = useWords();
  const { kind, amount, number, order, note, actor, actor_name: name, at } = event;
  const details = [
    amount === null ? null : money(amount, currency),
    number === null ? null : say("subscription.ofCharge", { number }),
  ].filter((text) => text !== null);
  return (
    <li className="relative">
      <span
        aria-hidden="true"
        className="bg-ui-fg-muted absolute -left-4 top-2 size-1.5 -translate-x-1/2 rounded-full"
      />
      <Text size="small">
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
      </Text>
      <Text size="xsmall" className="text-ui-fg-subtle [overflow-wrap:anywhere]">
        <time dateTime={at}>{moment(at)}</time> ·{" "}
        <bdi>{say("subscription.who", { who: name === null ? say(`payment.actor.${actor}`) : short(name) })}</bdi>
      </Text>
      {note === null ? null : (
        <Text size="xsmall" className="text-ui-fg-subtle [overflow-wrap:anywhere]">
          {say("payment.note")}: <bdi>{short(note)}</bdi>
        </Text>
      )}
    </li>
  );
}
