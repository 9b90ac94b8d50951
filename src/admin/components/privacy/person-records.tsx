import { Container, Table } from "@medusajs/ui";
import type { LegalHold, PersonSummary } from "../../../api-schema/admin";
import type { SoughtBy } from "../../lib/privacy/person-search";
import { sectionCounts, sectionName, recordsIn } from "../../lib/privacy/privacy-texts";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/texts";
import { Row } from "../detail-row";
import { SectionHead } from "../notifications/section-head";
import { BlockerList } from "./blocker-list";
import { EraseSection } from "./erase-section";
import { PersonExportSection } from "./person-export-section";

interface Props {
  readonly person: SoughtBy;
  readonly found: PersonSummary;
  /** How many records there are, as a sentence. */
  readonly count: string;
  readonly holds: readonly LegalHold[];
  readonly onOpen: (paymentId: string) => void;
  readonly onErase: () => void;
}

export function PersonRecords({ person, found, count, holds, onOpen, onErase }: Props) {
  const { t } = useTexts();
  const { emails, customer_ids: customers, blockers } = found;
  const who = short(person.value);
  return (
    <Container className="divide-y overflow-hidden p-0" data-testid="acquiring-person">
      <div>
        <SectionHead title={t("privacy.person.title", { who })} text={count} />
        <dl className="flex flex-col gap-y-2 px-6 pb-4">
          {emails.length === 0 ? null : <Row name={t("privacy.person.emails")}>{short(emails.join(", "))}</Row>}
          {customers.length === 0 ? null : (
            <Row name={t("privacy.person.customers")}>{short(customers.join(", "))}</Row>
          )}
        </dl>
      </div>
      <Counts found={found} />
      {blockers.length === 0 ? null : <BlockerList {...{ blockers, holds, onOpen }} />}
      <PersonExportSection person={person} />
      <EraseSection isBlocked={blockers.length > 0} isOver={recordsIn(found.to_erase) === 0} onErase={onErase} />
    </Container>
  );
}

function Counts({ found }: { found: PersonSummary }) {
  const { t, locale } = useTexts();
  return (
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label={t("privacy.person.kind")}>
      <Table>
        <Table.Header>
          <Table.Row>
            <Table.HeaderCell>{t("privacy.person.kind")}</Table.HeaderCell>
            <Table.HeaderCell>{t("privacy.person.stored")}</Table.HeaderCell>
            <Table.HeaderCell>{t("privacy.person.toErase")}</Table.HeaderCell>
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {sectionCounts(found).map(({ name, stored, toErase }) => (
            <Table.Row key={name} data-testid="acquiring-person-section" data-section={name}>
              <Table.Cell>{sectionName(t, name)}</Table.Cell>
              <Table.Cell>{stored.toLocaleString(locale)}</Table.Cell>
              <Table.Cell>{toErase.toLocaleString(locale)}</Table.Cell>
            </Table.Row>
          ))}
        </Table.Body>
      </Table>
    </div>
  );
}
