import { useRef, useState } from "react";
import type { NotificationPage } from "../../../api-schema/admin";
import { settingsRefusalOf } from "../../lib/notifications/settings-refusals";
import { newerBell, withBell } from "../../lib/notifications/settings";
import { useSaving } from "../../lib/notifications/use-settings";
import { useTexts } from "../../lib/texts";
import { focusInvalidField } from "../forms/focus-invalid-field";
import { SettingsDrawer } from "./settings-drawer";
import { MessageLanguageField, TopicsField } from "./topic-fields";

interface Props {
  /** The newest answer of the server. */
  readonly page: NotificationPage;
  readonly onClose: () => void;
}

export function BellDrawer({ page, onClose }: Props) {
  const { t } = useTexts();
  const form = useRef<HTMLFormElement>(null);
  const [opened] = useState(page);
  const [bell, setBell] = useState(page.bell);
  const saving = useSaving({
    saved: t("notifications.saved"),
    onSaved: onClose,
    onRefused: () => focusInvalidField(form.current),
  });
  const { fields, other } = settingsRefusalOf(saving.trouble, saving.sent, "bell");
  const newer = page.version > opened.version ? newerBell(opened.bell, page) : null;
  return (
    <SettingsDrawer
      title={t("notifications.bell.edit")}
      testId="acquiring-bell-drawer"
      {...{ page, newer, form, onClose }}
      wrong={Object.keys(fields).length}
      trouble={saving.isOutdated && newer !== null ? null : other}
      isSending={saving.isSending}
      onSubmit={() => saving.go(withBell(page, bell))}
    >
      <TopicsField
        chosen={bell.topics}
        problem={fields.topics ?? null}
        onChoose={(topics) => setBell({ ...bell, topics: [...topics] })}
      />
      <MessageLanguageField
        value={bell.language}
        problem={fields.language ?? null}
        onChoose={(language) => setBell({ ...bell, language })}
      />
    </SettingsDrawer>
  );
}
