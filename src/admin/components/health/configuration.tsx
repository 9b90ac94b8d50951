import { Badge, Container, Heading, Input, Table, Text } from "@medusajs/ui";
import { useState } from "react";
import type { Health } from "../../../api-schema/admin";
import { useTexts } from "../../lib/texts";

/** Every option in force. The server hides secrets. */
export function Configuration({ options }: { options: Health["configuration"] }) {
  const { t } = useTexts();
  const [wanted, setWanted] = useState("");
  const shown = options.filter(({ path }) => path.toLowerCase().includes(wanted.trim().toLowerCase()));
  return (
    <Container className="overflow-hidden p-0" data-testid="acquiring-configuration">
      <div className="flex flex-wrap items-start justify-between gap-3 px-6 py-4">
        <div>
          <Heading level="h2">{t("health.configuration")}</Heading>
          <Text size="small" className="text-ui-fg-subtle">
            {t("health.configurationText")}
          </Text>
        </div>
        <Input
          size="small"
          role="searchbox"
          className="w-60"
          value={wanted}
          placeholder={t("health.find")}
          aria-label={t("health.find")}
          onChange={(event) => setWanted(event.target.value)}
        />
      </div>
      <div className="max-h-[32rem] overflow-auto" tabIndex={0} role="region" aria-label={t("health.configuration")}>
        <Table>
          <Table.Header>
            <Table.Row>
              <Table.HeaderCell>{t("health.option")}</Table.HeaderCell>
              <Table.HeaderCell>{t("health.value")}</Table.HeaderCell>
              <Table.HeaderCell>{t("health.source")}</Table.HeaderCell>
            </Table.Row>
          </Table.Header>
          <Table.Body>
            {shown.map(({ path, value, source, secret }) => (
              <Table.Row key={path}>
                <Table.Cell className="font-mono">{path}</Table.Cell>
                <Table.Cell className="whitespace-normal [overflow-wrap:anywhere]">
                  <bdi>{value}</bdi> {secret ? <Badge size="2xsmall">{t("health.secret")}</Badge> : null}
                </Table.Cell>
                <Table.Cell>{t(`health.${source}`)}</Table.Cell>
              </Table.Row>
            ))}
          </Table.Body>
        </Table>
      </div>
    </Container>
  );
}
