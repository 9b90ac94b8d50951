import { Container, StatusBadge, Table, Text } from "@medusajs/ui";
import type { NotificationPage, StaffMessage, StaffMessageStatus } from "../../../api-schema/admin";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/texts";
import { DateCell } from "../list/cells";
import { SectionHead } from "./section-head";

const COLOR: Record<StaffMessageStatus, "green" | "orange" | "red"> = {
  sent: "green",
  waiting: "orange",
  failed: "red",
};
const COLUMNS = ["at", "to", "title", "items", "status"] as const;

export function LatestMessages({ page }: { page: NotificationPage }) {
  const { t } = useTexts();
  const { messages } = page;
  const title = t("notifications.messages.title");
  return (
    <Container className="overflow-hidden p-0" data-testid="acquiring-messages">
      <SectionHead
        title={title}
        text={t(messages.length === 0 ? "notifications.messages.none" : "notifications.messages.text")}
      />
      {messages.length === 0 ? null : (
        <div className="overflow-x-auto" tabIndex={0} role="region" aria-label={title}>
          <Table>
            <Table.Header>
              <Table.Row>
                {COLUMNS.map((name) => (
                  <Table.HeaderCell key={name}>{t(`notifications.messages.column.${name}`)}</Table.HeaderCell>
                ))}
              </Table.Row>
            </Table.Header>
            <Table.Body>
              {messages.map((message) => (
                <Message key={message.id} {...{ page, message }} />
              ))}
            </Table.Body>
          </Table>
        </div>
      )}
    </Container>
  );
}

function Message({ page, message }: { page: NotificationPage; message: StaffMessage }) {
  const { t, locale } = useTexts();
  const { role_id: roleId, channel, recipient, status, problem } = message;
  const role = page.roles.find(({ id }) => id === roleId)?.name ?? t("notifications.messages.formerRole");
  return (
    <Table.Row data-testid="acquiring-message" data-status={status}>
      <Table.Cell>
        <DateCell at={message.created_at} />
      </Table.Cell>
      <Table.Cell className="py-2">
        <div className="flex min-w-32 flex-col [overflow-wrap:anywhere]">
          <bdi>{roleId === null ? t("notifications.channel.bell") : short(role)}</bdi>
          {recipient === null ? null : (
            <span className="txt-compact-xsmall">
              {channel === "webhook" ? `${t("notifications.channel.webhook")}: ` : null}
              <bdi>{short(recipient)}</bdi>
            </span>
          )}
        </div>
      </Table.Cell>
      <Table.Cell className="py-2">
        <bdi className="block min-w-40 [overflow-wrap:anywhere]">{short(message.title)}</bdi>
      </Table.Cell>
      <Table.Cell>{message.items.toLocaleString(locale)}</Table.Cell>
      <Table.Cell className="py-2">
        <StatusBadge color={COLOR[status]}>{t(`notifications.messages.status.${status}`)}</StatusBadge>
        {problem === null ? null : (
          <Text size="xsmall" className="text-ui-fg-error min-w-40 [overflow-wrap:anywhere]" dir="auto">
            {short(problem)}
          </Text>
        )}
      </Table.Cell>
    </Table.Row>
  );
}
