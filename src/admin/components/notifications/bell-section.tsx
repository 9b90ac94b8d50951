import { Container } from "@medusajs/ui";
import type { NotificationPage } from "../../../api-schema/admin";
import { languageName } from "../../lib/language-name";
import { useTest } from "../../lib/notifications/use-settings";
import { useTexts } from "../../lib/texts";
import { Row } from "../detail-row";
import { EditButton } from "./edit-button";
import { SectionHead } from "./section-head";
import { TestButton, TestResults } from "./test-results";
import { TopicList } from "./topic-list";
import { Warning } from "./warning";

interface Props {
  readonly page: NotificationPage;
  /** Null for readers who may not change it. */
  readonly onEdit: (() => void) | null;
}

export function BellSection({ page: { bell, channels }, onEdit }: Props) {
  const { t, locale } = useTexts();
  const test = useTest(null);
  const name = t("notifications.bell.title");
  return (
    <Container className="divide-y overflow-hidden p-0" data-testid="acquiring-bell">
      <SectionHead title={name} text={t("notifications.bell.text")}>
        {onEdit === null ? null : (
          <>
            <TestButton test={test} about={name} />
            <EditButton about={name} onEdit={onEdit} testId="acquiring-bell-edit" />
          </>
        )}
      </SectionHead>
      <div className="flex flex-col gap-y-3 px-6 py-4">
        <dl className="flex flex-col gap-y-2">
          <Row name={t("notifications.topics")}>
            {bell.topics.length === 0 ? t("notifications.bell.none") : <TopicList topics={bell.topics} />}
          </Row>
          <Row name={t("notifications.language")}>{languageName(bell.language, locale)}</Row>
        </dl>
        {channels.bell || bell.topics.length === 0 ? null : (
          <Warning text={t("notifications.bell.noProvider")} testId="acquiring-bell-no-provider" />
        )}
        <TestResults test={test} />
      </div>
    </Container>
  );
}
