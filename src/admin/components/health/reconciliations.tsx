import { Container, Heading, Table, Text } from "@medusajs/ui";
import type { Health } from "../../../api-schema/admin";
import { useTexts } from "../../lib/texts";

export function Reconciliations({ runs }: { runs: Health["reconciliations"] }) {
  const { t, moment, locale } = useTexts();
  const columns = ["started", "finished", "checked", "skipped", "differences", "repaired"] as const;
  return (
    <Container className="overflow-hidden p-0" data-testid="acquiring-reconciliations">
      <div className="px-6 py-4">
        <Heading level="h2">{t("health.reconciliations")}</Heading>
        {runs.length === 0 ? (
          <Text size="small" className="text-ui-fg-subtle">
            {t("health.reconciliationsNone")}
          </Text>
        ) : null}
      </div>
      {runs.some(({ skipped }) => skipped > 0) ? (
        <Text size="small" className="text-ui-fg-subtle px-6 pb-4">
          {t("health.skippedText")}
        </Text>
      ) : null}
      {runs.length === 0 ? null : (
        <div className="overflow-x-auto" tabIndex={0} role="region" aria-label={t("health.reconciliations")}>
          <Table>
            <Table.Header>
              <Table.Row>
                {columns.map((name) => (
                  <Table.HeaderCell key={name}>{t(`health.${name}`)}</Table.HeaderCell>
                ))}
              </Table.Row>
            </Table.Header>
            <Table.Body>
              {runs.map((run) => (
                <Table.Row key={run.id}>
                  <Table.Cell>{moment(run.started_at)}</Table.Cell>
                  <Table.Cell className={run.error ? "text-ui-fg-error" : undefined}>
                    {run.finished_at === null ? t("health.running") : moment(run.finished_at)}
                    {run.error ? ` · ${t("health.stepOutcome.failed")}: ${run.error}` : null}
                  </Table.Cell>
                  <Table.Cell>{run.checked.toLocaleString(locale)}</Table.Cell>
                  <Table.Cell>{run.skipped.toLocaleString(locale)}</Table.Cell>
                  <Table.Cell>{run.differences.toLocaleString(locale)}</Table.Cell>
                  <Table.Cell>{run.repaired.toLocaleString(locale)}</Table.Cell>
                </Table.Row>
              ))}
            </Table.Body>
          </Table>
        </div>
      )}
    </Container>
  );
}
