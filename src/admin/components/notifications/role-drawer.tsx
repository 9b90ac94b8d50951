import { useRef, useState } from "react";
import type { NotificationPage, NotificationRole } from "../../../api-schema/admin";
import { newKey } from "../../lib/client";
import { MOST_EMAILS } from "../../lib/notifications/email-list";
import { settingsRefusalOf } from "../../lib/notifications/settings-refusals";
import type { RoleField, RoleForm, RoleProblems } from "../../lib/notifications/role-form";
import {
  emptyRole,
  roleFormOf,
  isShown,
  MOST_WEBHOOKS,
  readRole,
  ROLE_FIELDS,
} from "../../lib/notifications/role-form";
import { ownTimeZone } from "../../lib/notifications/role-texts";
import { LANGUAGES, newerRole, withRole } from "../../lib/notifications/settings";
import { useSaving } from "../../lib/notifications/use-settings";
import { useTexts } from "../../lib/texts";
import { focusInvalidField } from "../forms/focus-invalid-field";
import { RoleFields } from "./role-fields";
import { SettingsDrawer } from "./settings-drawer";

interface Props {
  /** The newest answer of the server. */
  readonly page: NotificationPage;
  /** As it was when the drawer was opened; null: a new one. */
  readonly role: NotificationRole | null;
  readonly onClose: () => void;
}

export function RoleDrawer({ page, role, onClose }: Props) {
  const { t, locale } = useTexts();
  const form = useRef<HTMLFormElement>(null);
  const [version] = useState(page.version);
  // Chosen once: a second try after a lost answer is about the same role.
  const [id] = useState(() => role?.id ?? newKey());
  const [entered, setEntered] = useState<RoleForm>(() => (role === null ? startForm(locale) : roleFormOf(role)));
  const [problems, setProblems] = useState<RoleProblems>({});
  /** Changed since it was sent: what the server said about it no longer applies. */
  const [touched, setTouched] = useState<readonly string[]>([]);
  const saving = useSaving({
    saved: t("notifications.saved"),
    onSaved: onClose,
    onRefused: () => focusInvalidField(form.current),
  });
  const refused = settingsRefusalOf(saving.trouble, saving.sent, { role: id });
  const newer = page.version > version ? newerRole(role, page) : null;
  const change = (changed: Partial<RoleForm>): void => {
    const next = { ...entered, ...changed };
    const now = readRole(next, id);
    const left: RoleProblems = "problems" in now ? now.problems : {};
    setEntered(next);
    setTouched([...touched, ...Object.keys(changed)]);
    // Shown errors are checked again while typing; others when the role is saved.
    setProblems(Object.fromEntries(Object.entries(left).filter(([field]) => field in problems)));
  };
  const problemOf = (field: RoleField): string | null => {
    const found = problems[field];
    if (found === undefined) return touched.includes(field) ? null : (refused.fields[field] ?? null);
    const number = found.code === "webhooks" ? MOST_WEBHOOKS : MOST_EMAILS;
    return t(`notifications.problem.${found.code}`, { number, list: found.list?.join(", ") ?? "" });
  };
  const save = (): void => {
    const read = readRole(entered, id);
    setTouched([]);
    setProblems("problems" in read ? read.problems : {});
    if ("role" in read) return saving.go(withRole(page, read.role));
    focusInvalidField(form.current);
  };
  return (
    <SettingsDrawer
      title={role === null ? t("notifications.roles.add") : t("notifications.roles.editOf", { name: role.name })}
      testId="acquiring-role-drawer"
      {...{ page, newer, form, onClose }}
      wrong={ROLE_FIELDS.filter((field) => isShown(entered, field) && problemOf(field) !== null).length}
      trouble={saving.isOutdated && newer !== null ? null : refused.other}
      isSending={saving.isSending}
      onSubmit={save}
    >
      <RoleFields form={entered} {...{ page, problemOf }} onChange={change} />
    </SettingsDrawer>
  );
}

/** In the reader's own language and time zone. */
const startForm = (locale: string): RoleForm =>
  emptyRole({
    language: LANGUAGES.find((language) => language === locale.split("-")[0]) ?? "en",
    time_zone: ownTimeZone(),
  });
