import type {
  NotificationBell,
  NotificationLanguage,
  NotificationPage,
  NotificationRole,
  NotificationSettingsChange,
  NotificationTopic,
} from "../../../api-schema/admin";

/** The settings as a whole: what is sent to the server, and what another version changed. */
export const TOPICS: readonly NotificationTopic[] = [
  "payment_declined",
  "operation_declined",
  "held",
  "dispute",
  "authorisation_expiring",
  "refund_proposed",
  "payout",
  "payment_link",
  "subscription",
  "attention",
];
export const LANGUAGES: readonly NotificationLanguage[] = ["de", "en", "es", "fr", "it", "pl"];

/** As many as the server accepts. */
export const MOST_ROLES = 20;

type Settings = Pick<NotificationPage, "version" | "bell" | "roles">;

export const withBell = ({ version, roles }: Settings, bell: NotificationBell): NotificationSettingsChange => ({
  version,
  bell,
  roles: [...roles],
});

/** In its place; at the end if it is new. */
export const withRole = ({ version, bell, roles }: Settings, role: NotificationRole): NotificationSettingsChange => ({
  version,
  bell,
  roles: roles.some(({ id }) => id === role.id)
    ? roles.map((one) => (one.id === role.id ? role : one))
    : [...roles, role],
});

export const withoutRole = ({ version, bell, roles }: Settings, id: string): NotificationSettingsChange => ({
  version,
  bell,
  roles: roles.filter((one) => one.id !== id),
});

/** What somebody else saved while this was edited: other parts, the same one, or it was removed. */
export type Newer = "other" | "changed" | "removed";

export function newerBell(before: NotificationBell, { bell }: Settings): Newer {
  return isSame(listOfBell(before), listOfBell(bell)) ? "other" : "changed";
}

/** `before`: the role as it was when its drawer was opened; null: a new one. */
export function newerRole(before: NotificationRole | null, { roles }: Settings): Newer {
  if (before === null) return "other";
  const now = roles.find(({ id }) => id === before.id);
  if (now === undefined) return "removed";
  return isSame(listOf(before), listOf(now)) ? "other" : "changed";
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The order of topics and webhooks means nothing. */
const listOfBell = ({ topics, language }: NotificationBell) => [[...topics].sort(), language];

const listOf = (role: NotificationRole) => [
  role.name,
  listOfBell(role),
  role.emails,
  [...role.webhooks].sort(),
  role.time_zone,
  role.daily_at,
  role.quiet?.from,
  role.quiet?.until,
];
