import { Container, Heading, Text } from "@medusajs/ui";
import type { AdminBeneficiary } from "../../../contract/admin";
import { short } from "../../lib/view";
import { useWords } from "../../lib/words";

/** Every version of one beneficiary and every look at its bank data, newest first. Shows, never acts. */
export function BeneficiaryStory({ events }: Pick<AdminBeneficiary, "events">) {
  const { say } = useWords();
  return (
    <Container className="px-6 py-4" data-testid="acquiring-story">
      <Heading level="h2" className="mb-3">
        {say("beneficiary.history")}
      </Heading>
      <ol className="border-ui-border-base flex flex-col gap-y-3 border-l pl-4">
        {events.map((event) => (
          <Event key={event.id} event={event} />
        ))}
      </ol>
    </Container>
  );
}

function Event({
  event: { kind, at, actor_name: name, note, version },
}: {
  event: AdminBeneficiary["events"][number];
}) {
  const { say, moment } = useWords();
  return (
    <li className="relative" data-testid="acquiring-event" data-kind={kind}>
      <span
        aria-hidden="true"
        className="bg-ui-fg-muted absolute -left-4 top-2 size-1.5 -translate-x-1/2 rounded-full"
      />
      <Text size="small">
        {say(`beneficiary.happened.${kind}`)}
        <span className="text-ui-fg-subtle"> · {say("beneficiary.version", { number: version })}</span>
      </Text>
      <Text size="xsmall" className="text-ui-fg-subtle [overflow-wrap:anywhere]">
        <time dateTime={at}>{moment(at)}</time>
        {name === null ? null : (
          <>
            {" · "}
            <bdi>{say("beneficiary.by", { who: short(name) })}</bdi>
          </>
        )}
      </Text>
      {note === null ? null : (
        <Text size="xsmall" className="text-ui-fg-subtle [overflow-wrap:anywhere]">
          {say("payment.note")}: <bdi>{short(note)}</bdi>
        </Text>
      )}
    </li>
  );
}
