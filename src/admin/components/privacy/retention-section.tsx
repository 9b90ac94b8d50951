import { Container, Table, Text } from "@medusajs/ui";
import type { RetentionPreview } from "../../../api-schema/admin";
import { RETENTION_OPTIONS } from "../../lib/privacy/privacy-texts";
import { useTexts } from "../../lib/texts";
import { DateCell } from "../list/cells";
import { SectionHead } from "../notifications/section-head";

const COLUMNS = ["kind", "days", "due", "oldest", "on_hold"] as const;

export function RetentionSection({ kinds }: { kinds: readonly RetentionPreview[] }) {
  const { t } = useTexts();
  const title = t("privacy.retention.title");
  return (
    <Container className="overflow-hidden p-0" data-testid="acquiring-retention">
      <SectionHead title={title} text={t("privacy.retention.text")} />
      {kinds.some(({ due }) => due > 0) ? null : (
        <Text size="small" className="px-6 pb-4" data-testid="acquiring-retention-nothing">
          {t("privacy.retention.nothing")}
        </Text>
      )}
      <div className="overflow-x-auto" tabIndex={0} role="region" aria-label={title}>
        <Table>
          <Table.Header>
            <Table.Row>
              {COLUMNS.map((name) => (
                <Table.HeaderCell key={name}>{t(`privacy.retention.column.${name}`)}</Table.HeaderCell>
              ))}
            </Table.Row>
          </Table.Header>
          <Table.Body>
            {kinds.map((each) => (
              <Kind key={each.kind} of={each} />
            ))}
          </Table.Body>
        </Table>
      </div>
    </Container>
  );
}

function Kind({ of: { kind, days, due, oldest, on_hold: held } }: { of: RetentionPreview }) {
  const { t, locale } = useTexts();
  const option = RETENTION_OPTIONS[kind];
  return (
    <Table.Row data-testid="acquiring-retention-kind" data-kind={kind}>
      <Table.Cell className="py-2">
        <span className="block min-w-32">{t(`privacy.retention.kind.${kind}`)}</span>
      </Table.Cell>
      <Table.Cell className="py-2">
        {days === null ? (
          <span className="text-ui-fg-subtle block min-w-52 [overflow-wrap:anywhere]">
            {t("privacy.retention.off", { option })}
          </span>
        ) : (
          <>
            {t("privacy.retention.days", { number: days.toLocaleString(locale) })}
            <span className="text-ui-fg-subtle txt-compact-xsmall block">{option}</span>
          </>
        )}
      </Table.Cell>
      <Table.Cell>{days === null ? "–" : due.toLocaleString(locale)}</Table.Cell>
      <Table.Cell>{oldest === null ? "–" : <DateCell at={oldest} />}</Table.Cell>
      <Table.Cell>{days === null ? "–" : held.toLocaleString(locale)}</Table.Cell>
    </Table.Row>
  );
}
