import { Container, Heading } from "@medusajs/ui";
import type { DisputeHistoryEntry } from "../../../api-schema/admin";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/texts";
import { HistoryEntry, HistoryList } from "../history";

export function DisputeHistory({ history }: { history: readonly DisputeHistoryEntry[] }) {
  const { t } = useTexts();
  return (
    <Container className="px-6 py-4" data-testid="acquiring-dispute-history">
      <Heading level="h2" className="mb-3">
        {t("subscription.story")}
      </Heading>
      <HistoryList>
        {history.map((entry, place) => (
          <Entry key={place} entry={entry} />
        ))}
      </HistoryList>
    </Container>
  );
}

function Entry({ entry }: { entry: DisputeHistoryEntry }) {
  const { t, moment } = useTexts();
  const { kind, at, by, note, due_at: due, answered, format } = entry;
  const details = [
    due === null ? null : `${t("disputes.dueDate")}: ${moment(due)}`,
    answered === true ? t("disputes.state.answered") : null,
    format === null ? null : format.toUpperCase(),
  ].filter((text) => text !== null);
  return (
    <HistoryEntry
      {...{ at, note }}
      by={t("subscription.by", { who: by === null ? t("payment.actor.gateway") : short(by) })}
      what={[t(`disputes.event.${kind}`), ...details].join(" · ")}
      found={{ "data-testid": "acquiring-dispute-event", "data-kind": kind }}
    />
  );
}
