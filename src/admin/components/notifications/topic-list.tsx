import type { NotificationTopic } from "../../../api-schema/admin";
import { TOPICS } from "../../lib/notifications/settings";
import { useTexts } from "../../lib/texts";

export function TopicList({ topics }: { topics: readonly NotificationTopic[] }) {
  const { t } = useTexts();
  return (
    <ul>
      {TOPICS.filter((topic) => topics.includes(topic)).map((topic) => (
        <li key={topic}>{t(`notifications.topic.${topic}`)}</li>
      ))}
    </ul>
  );
}
