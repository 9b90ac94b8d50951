import { Container, Heading } from "@medusajs/ui";
import type { AdminBeneficiary } from "../../../api-schema/admin";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/texts";
import { HistoryEntry, HistoryList } from "../history";

export function BeneficiaryHistory({ events }: Pick<AdminBeneficiary, "events">) {
  const { t } = useTexts();
  return (
    <Container className="px-6 py-4" data-testid="acquiring-story">
      <Heading level="h2" className="mb-3">
        {t("beneficiary.history")}
      </Heading>
      <HistoryList>
        {events.map((event) => (
          <Event key={event.id} event={event} />
        ))}
      </HistoryList>
    </Container>
  );
}

function Event({
  event: { kind, at, actor_name: name, note, version },
}: {
  event: AdminBeneficiary["events"][number];
}) {
  const { t } = useTexts();
  return (
    <HistoryEntry
      {...{ at, note }}
      found={{ "data-testid": "acquiring-event", "data-kind": kind }}
      by={name === null ? null : t("beneficiary.by", { who: short(name) })}
      what={
        <>
          {t(`beneficiary.event.${kind}`)}
          <span className="text-ui-fg-subtle"> · {t("beneficiary.version", { number: version })}</span>
        </>
      }
    />
  );
}
