import type { NotificationTarget, NotificationTopic, SavedNotifications, SavedRole } from "../../modules/acquiring";

/** The recipients of each role; the bell has the empty role. Pure. */
export const BELL = "";

export const bellTarget: NotificationTarget = { role: BELL, channel: "bell", recipient: "" };

export const targetsOfRole = ({ id, emails, webhooks }: SavedRole): readonly NotificationTarget[] => [
  ...emails.map((recipient) => ({ role: id, channel: "email", recipient }) as const),
  ...webhooks.map((recipient) => ({ role: id, channel: "webhook", recipient }) as const),
];

/** Those that are told of this topic, and not of the other one. */
export function targetsOf(
  { bell, roles }: SavedNotifications,
  topic: NotificationTopic,
  unless?: NotificationTopic,
): NotificationTarget[] {
  const isTold = (topics: readonly NotificationTopic[]): boolean =>
    topics.includes(topic) && (unless === undefined || !topics.includes(unless));
  return [
    ...(isTold(bell.topics) ? [bellTarget] : []),
    ...roles.filter(({ topics }) => isTold(topics)).flatMap(targetsOfRole),
  ];
}

/** Whether these settings still name the recipient. */
export function isRecipient({ bell, roles }: SavedNotifications, target: NotificationTarget): boolean {
  if (target.role === BELL) return bell.topics.length > 0;
  return roles
    .filter(({ id }) => id === target.role)
    .flatMap(targetsOfRole)
    .some(({ channel, recipient }) => channel === target.channel && recipient === target.recipient);
}
