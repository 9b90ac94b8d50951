import { Button, Container, Table } from "@medusajs/ui";
import { useState } from "react";
import type { LegalHold } from "../../../api-schema/admin";
import type { SoughtBy } from "../../lib/privacy/person-search";
import { SUBJECT_KINDS } from "../../lib/privacy/privacy-texts";
import { useUserNames } from "../../lib/use-user-names";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/texts";
import { DateCell } from "../list/cells";
import { SectionHead } from "../notifications/section-head";
import { HoldDrawer } from "./hold-drawer";
import { ReleaseButton } from "./release-button";

interface Props {
  readonly holds: readonly LegalHold[];
  /** Who was searched for: a new hold begins with them. */
  readonly person: SoughtBy | null;
}

const COLUMNS = ["subject", "reason", "until", "placed"] as const;

export function HoldSection({ holds, person }: Props) {
  const { t } = useTexts();
  const [isPlacing, setPlacing] = useState(false);
  const nameOf = useUserNames(holds.map(({ placed_by: by }) => by));
  const title = t("privacy.holds.title");
  return (
    <Container className="overflow-hidden p-0" data-testid="acquiring-holds">
      <SectionHead title={title} text={t(holds.length === 0 ? "privacy.holds.none" : "privacy.holds.text")}>
        <Button size="small" variant="secondary" onClick={() => setPlacing(true)} data-testid="acquiring-hold-place">
          {t("privacy.holds.place")}
        </Button>
      </SectionHead>
      {holds.length === 0 ? null : (
        <div className="overflow-x-auto" tabIndex={0} role="region" aria-label={title}>
          <Table>
            <Table.Header>
              <Table.Row>
                {COLUMNS.map((name) => (
                  <Table.HeaderCell key={name}>{t(`privacy.holds.column.${name}`)}</Table.HeaderCell>
                ))}
                <Table.HeaderCell>
                  <span className="sr-only">{t("privacy.holds.release")}</span>
                </Table.HeaderCell>
              </Table.Row>
            </Table.Header>
            <Table.Body>
              {holds.map((hold) => (
                <Hold key={hold.id} hold={hold} by={nameOf(hold.placed_by)} />
              ))}
            </Table.Body>
          </Table>
        </div>
      )}
      {isPlacing ? <HoldDrawer person={person} onClose={() => setPlacing(false)} /> : null}
    </Container>
  );
}

function Hold({ hold, by }: { hold: LegalHold; by: string }) {
  const { t } = useTexts();
  const { subject, subject_kind: kind, reason, until, placed_at: placedAt } = hold;
  return (
    <Table.Row data-testid="acquiring-hold">
      <Table.Cell className="py-2">
        <div className="flex min-w-40 flex-col [overflow-wrap:anywhere]">
          <span className="text-ui-fg-subtle txt-compact-xsmall">{t(`privacy.find.kind.${SUBJECT_KINDS[kind]}`)}</span>
          <bdi>{short(subject)}</bdi>
        </div>
      </Table.Cell>
      <Table.Cell className="py-2">
        <bdi className="block min-w-40 [overflow-wrap:anywhere]">{short(reason)}</bdi>
      </Table.Cell>
      <Table.Cell>{until === null ? t("privacy.holds.untilReleased") : <DateCell at={until} />}</Table.Cell>
      <Table.Cell className="py-2">
        <DateCell at={placedAt} />
        <bdi className="text-ui-fg-subtle txt-compact-xsmall block max-w-40 truncate" title={short(by)}>
          {t("privacy.holds.by", { who: short(by) })}
        </bdi>
      </Table.Cell>
      <Table.Cell>
        <ReleaseButton hold={hold} />
      </Table.Cell>
    </Table.Row>
  );
}
