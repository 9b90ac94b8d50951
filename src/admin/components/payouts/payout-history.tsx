import { Container, Heading } from "@medusajs/ui";
import type { PayoutEvent } from "../../../api-schema/admin";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/texts";
import { HistoryEntry, HistoryList } from "../history";

export function PayoutHistory({ events }: { events: readonly PayoutEvent[] }) {
  const { t } = useTexts();
  return (
    <Container className="px-6 py-4" data-testid="acquiring-payout-story">
      <Heading level="h2" className="mb-3">
        {t("payout.story")}
      </Heading>
      <HistoryList>
        {events.map((event) => (
          <Event key={event.id} event={event} />
        ))}
      </HistoryList>
    </Container>
  );
}

function Event({ event: { at, kind, actor, actor_name: name, note, raw_status: status } }: { event: PayoutEvent }) {
  const { t } = useTexts();
  return (
    <HistoryEntry
      {...{ at, note }}
      found={{ "data-testid": "acquiring-payout-event", "data-kind": kind }}
      by={t("payout.by", { who: name === null ? t(`payment.actor.${actor}`) : short(name) })}
      what={
        <>
          {t(`payout.event.${kind}`)}
          {status === null ? null : (
            <span className="text-ui-fg-subtle [overflow-wrap:anywhere]">
              {" "}
              · <bdi>{short(status)}</bdi>
            </span>
          )}
        </>
      }
    />
  );
}
