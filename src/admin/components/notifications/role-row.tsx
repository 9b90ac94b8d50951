import { Button, Heading, usePrompt } from "@medusajs/ui";
import type { NotificationPage, NotificationRole } from "../../../api-schema/admin";
import { languageName } from "../../lib/language-name";
import { whenText } from "../../lib/notifications/role-texts";
import { withoutRole } from "../../lib/notifications/settings";
import { useSaving, useTest } from "../../lib/notifications/use-settings";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/texts";
import { Trouble } from "../actions/outcome";
import { Row } from "../detail-row";
import { EditButton } from "./edit-button";
import { TestButton, TestResults } from "./test-results";
import { TopicList } from "./topic-list";
import { Warning } from "./warning";

interface Props {
  readonly page: NotificationPage;
  readonly role: NotificationRole;
  /** Null for readers who may not change it. */
  readonly onEdit: (() => void) | null;
}

export function RoleRow({ page, role, onEdit }: Props) {
  const { t } = useTexts();
  const test = useTest(role.id);
  const saving = useSaving({
    saved: t("notifications.roles.removed"),
    onSaved: () => undefined,
    onRefused: () => undefined,
  });
  const name = short(role.name);
  const trouble = saving.isOutdated ? t("notifications.roles.notRemoved") : saving.trouble;
  return (
    <li className="flex flex-col gap-y-3 px-6 py-4" data-testid="acquiring-role">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <Heading level="h3" className="min-w-0 [overflow-wrap:anywhere]">
          <bdi>{name}</bdi>
        </Heading>
        {onEdit === null ? null : (
          <div className="flex flex-wrap items-center gap-2">
            <TestButton test={test} about={name} />
            <EditButton about={name} onEdit={onEdit} testId="acquiring-role-edit" />
            <Remove {...{ name }} isSending={saving.isSending} onRemove={() => saving.go(withoutRole(page, role.id))} />
          </div>
        )}
      </div>
      <RoleFacts role={role} />
      <RoleWarnings {...{ page, role }} />
      {trouble === null ? null : <Trouble text={trouble} />}
      <TestResults test={test} />
    </li>
  );
}

function RoleFacts({ role }: Pick<Props, "role">) {
  const words = useTexts();
  const { t, locale } = words;
  const recipients = [...role.emails, ...role.webhooks.map((key) => `${t("notifications.channel.webhook")}: ${key}`)];
  return (
    <dl className="flex flex-col gap-y-2">
      <Row name={t("notifications.topics")}>
        <TopicList topics={role.topics} />
      </Row>
      <Row name={t("notifications.recipients")}>
        <ul>
          {recipients.map((recipient) => (
            <li key={recipient}>
              <bdi>{short(recipient)}</bdi>
            </li>
          ))}
        </ul>
      </Row>
      <Row name={t("notifications.when.title")}>{whenText(words, role)}</Row>
      <Row name={t("notifications.language")}>{languageName(role.language, locale)}</Row>
    </dl>
  );
}

function RoleWarnings({ page, role }: Pick<Props, "page" | "role">) {
  const { t } = useTexts();
  const missing = role.webhooks.filter((key) => !page.webhooks.includes(key));
  return (
    <>
      {page.channels.email || role.emails.length === 0 ? null : (
        <Warning text={t("notifications.roles.noProvider")} testId="acquiring-role-no-provider" />
      )}
      {missing.length === 0 ? null : (
        <Warning
          text={t("notifications.roles.missingWebhooks", { list: missing.join(", ") })}
          testId="acquiring-role-missing-webhooks"
        />
      )}
    </>
  );
}

interface RemoveProps {
  readonly name: string;
  readonly isSending: boolean;
  readonly onRemove: () => void;
}

function Remove({ name, isSending, onRemove }: RemoveProps) {
  const { t } = useTexts();
  const prompt = usePrompt();
  const ask = async (): Promise<void> => {
    const isSure = await prompt({
      title: t("notifications.roles.removeOf", { name }),
      description: t("notifications.roles.removeText"),
      confirmText: t("notifications.roles.remove"),
      cancelText: t("action.cancel"),
    });
    if (isSure) onRemove();
  };
  return (
    <Button
      size="small"
      variant="transparent"
      isLoading={isSending}
      aria-label={`${t("notifications.roles.remove")}: ${name}`}
      onClick={() => void ask()}
      data-testid="acquiring-role-remove"
    >
      {t("notifications.roles.remove")}
    </Button>
  );
}
