import { Container, Heading } from "@medusajs/ui";
import type { DisputeHistoryEntry } from "../../../api-schema/admin";
import type { DisputeChanges } from "../../lib/disputes/history-changes";
import { historyChanges } from "../../lib/disputes/history-changes";
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
        {historyChanges(history).map((each, place) => (
          <Entry key={place} {...each} />
        ))}
      </HistoryList>
    </Container>
  );
}

function Entry({ entry, changes }: { entry: DisputeHistoryEntry; changes: DisputeChanges }) {
  const { t, moment } = useTexts();
  const { kind, at, by, format } = entry;
  const { due, answered, note } = changes;
  const details = [
    due === undefined ? null : `${t("disputes.dueDate")}: ${due === null ? t("disputes.noDueDate") : moment(due)}`,
    answered === undefined ? null : t(answered ? "disputes.state.answered" : "disputes.notAnswered"),
    format === null ? null : format.toUpperCase(),
  ].filter((text) => text !== null);
  return (
    <HistoryEntry
      at={at}
      note={note === null ? "–" : (note ?? null)}
      by={t("subscription.by", { who: by === null ? t("payment.actor.gateway") : short(by) })}
      what={[t(`disputes.event.${kind}`), ...details].join(" · ")}
      found={{ "data-testid": "acquiring-dispute-event", "data-kind": kind }}
    />
  );
}
