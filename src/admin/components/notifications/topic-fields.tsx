import type { NotificationLanguage, NotificationTopic } from "../../../api-schema/admin";
import { languageName } from "../../lib/language-name";
import { LANGUAGES, TOPICS } from "../../lib/notifications/settings";
import { useTexts } from "../../lib/texts";
import { SelectField } from "../forms/fields";
import { CheckGroup } from "./check-group";

interface TopicsProps {
  readonly chosen: readonly NotificationTopic[];
  readonly problem: string | null;
  readonly onChoose: (chosen: readonly NotificationTopic[]) => void;
}

export function TopicsField({ chosen, problem, onChoose }: TopicsProps) {
  const { t } = useTexts();
  return (
    <CheckGroup
      name={t("notifications.topics")}
      field="topics"
      choices={TOPICS.map((value) => ({
        value,
        label: t(`notifications.topic.${value}`),
        text: t(`notifications.topicText.${value}`),
      }))}
      {...{ chosen, problem, onChoose }}
    />
  );
}

interface LanguageProps {
  readonly value: NotificationLanguage;
  readonly problem: string | null;
  readonly onChoose: (language: NotificationLanguage) => void;
}

export function MessageLanguageField({ value, problem, onChoose }: LanguageProps) {
  const { t, locale } = useTexts();
  const choose = (text: string): void => {
    const chosen = LANGUAGES.find((language) => language === text);
    if (chosen) onChoose(chosen);
  };
  return (
    <SelectField
      name={t("notifications.language")}
      path="language"
      value={value}
      choices={LANGUAGES.map((language) => ({ value: language, label: languageName(language, locale) }))}
      problem={problem}
      onType={choose}
    />
  );
}
