import { Container, StatusBadge, Table, Text } from "@medusajs/ui";
import type { CustomerEmails, NotificationPage } from "../../../api-schema/admin";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/texts";
import { SectionHead } from "./section-head";
import { Warning } from "./warning";

const COUNTS = ["sent", "waiting", "dropped", "failed"] as const;

/** What customers are told by e-mail; the store's options say which. */
export function CustomerEmailSection({ page }: { page: NotificationPage }) {
  const { t } = useTexts();
  const { customer_emails: emails, channels } = page;
  const isUsed = emails.some(({ enabled }) => enabled);
  const title = t("notifications.customers.title");
  return (
    <Container className="overflow-hidden p-0" data-testid="acquiring-customer-emails">
      <SectionHead title={title} text={t(isUsed ? "notifications.customers.text" : "notifications.customers.none")} />
      {isUsed && !channels.email ? (
        <div className="px-6 pb-4">
          <Warning testId="acquiring-customer-emails-no-provider" text={t("notifications.roles.noProvider")} />
        </div>
      ) : null}
      <div className="overflow-x-auto" tabIndex={0} role="region" aria-label={title}>
        <Table>
          <Table.Header>
            <Table.Row>
              <Table.HeaderCell>{t("notifications.customers.kind")}</Table.HeaderCell>
              <Table.HeaderCell>{t("notifications.customers.state")}</Table.HeaderCell>
              {COUNTS.map((name) => (
                <Table.HeaderCell key={name}>{t(`notifications.customers.${name}`)}</Table.HeaderCell>
              ))}
            </Table.Row>
          </Table.Header>
          <Table.Body>
            {emails.map((each) => (
              <Kind key={each.kind} of={each} />
            ))}
          </Table.Body>
        </Table>
      </div>
    </Container>
  );
}

function Kind({ of }: { of: CustomerEmails }) {
  const { t, locale } = useTexts();
  return (
    <Table.Row data-testid="acquiring-customer-email" data-kind={of.kind}>
      <Table.Cell className="py-2">
        <div className="min-w-40">
          <Text size="small">{t(`notifications.customers.name.${of.kind}`)}</Text>
          {of.problem === null ? null : (
            <Text size="xsmall" className="text-ui-fg-error [overflow-wrap:anywhere]" dir="auto">
              {short(of.problem)}
            </Text>
          )}
        </div>
      </Table.Cell>
      <Table.Cell>
        <StatusBadge color={of.enabled ? "green" : "grey"}>
          {t(of.enabled ? "notifications.customers.on" : "notifications.customers.off")}
        </StatusBadge>
      </Table.Cell>
      {COUNTS.map((name) => (
        <Table.Cell key={name}>{of[name].toLocaleString(locale)}</Table.Cell>
      ))}
    </Table.Row>
  );
}
