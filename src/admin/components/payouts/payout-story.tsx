import { Container, Heading, Text } from "@medusajs/ui";
import type { PayoutEvent } from "../../../contract/admin";
import { short } from "../../lib/view";
import { useWords } from "../../lib/words";

/** Everything that happened to one payout, newest first, with who did it. Shows, never acts. */
export function PayoutStory({ events }: { events: readonly PayoutEvent[] }) {
  const { say } = useWords();
  return (
    <Container className="px-6 py-4" data-testid="acquiring-payout-story">
      <Heading level="h2" className="mb-3">
        {say("payout.story")}
      </Heading>
      <ol className="border-ui-border-base flex flex-col gap-y-3 border-l pl-4">
        {events.map((event) => (
          <Event key={event.id} event={event} />
        ))}
      </ol>
    </Container>
  );
}

function Event({ event: { at, kind, actor, actor_name: name, note, raw_status: status } }: { event: PayoutEvent }) {
  const { say, moment } = useWords();
  return (
    <li className="relative" data-testid="acquiring-payout-event" data-kind={kind}>
      <span
        aria-hidden="true"
        className="bg-ui-fg-muted absolute -left-4 top-2 size-1.5 -translate-x-1/2 rounded-full"
      />
      <Text size="small">
        {say(`payout.happened.${kind}`)}
        {status === null ? null : (
          <span className="text-ui-fg-subtle [overflow-wrap:anywhere]">
            {" "}
            · <bdi>{short(status)}</bdi>
          </span>
        )}
      </Text>
      <Text size="xsmall" className="text-ui-fg-subtle [overflow-wrap:anywhere]">
        <time dateTime={at}>{moment(at)}</time> ·{" "}
        <bdi>{say("payout.who", { who: name === null ? say(`payment.actor.${actor}`) : short(name) })}</bdi>
      </Text>
      {note === null ? null : (
        <Text size="xsmall" className="text-ui-fg-subtle [overflow-wrap:anywhere]">
          {say("payment.note")}: <bdi>{short(note)}</bdi>
        </Text>
      )}
    </li>
  );
}
