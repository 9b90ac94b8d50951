import type { NotificationLanguage, NotificationRole, NotificationTopic } from "../../../api-schema/admin";
import { MOST_EMAILS, readEmails } from "./email-list";

/** One role while it is edited. */
export interface RoleForm {
  readonly name: string;
  readonly topics: readonly NotificationTopic[];
  /** One address on each line. */
  readonly emails: string;
  readonly webhooks: readonly string[];
  readonly language: NotificationLanguage;
  readonly time_zone: string;
  readonly is_daily: boolean;
  readonly daily_at: string;
  readonly is_quiet: boolean;
  readonly from: string;
  readonly until: string;
}

/** Those that can be wrong. */
export const ROLE_FIELDS = [
  ...(["name", "topics", "emails", "webhooks", "language"] as const),
  ...(["time_zone", "daily_at", "from", "until"] as const),
] as const satisfies readonly (keyof RoleForm)[];
export type RoleField = (typeof ROLE_FIELDS)[number];

export interface RoleProblem {
  readonly code: "name" | "topics" | "recipients" | "malformed" | "twice" | "emails" | "webhooks" | "time" | "noQuiet";
  /** The addresses in question. */
  readonly list?: readonly string[];
}
export type RoleProblems = Readonly<Partial<Record<RoleField, RoleProblem>>>;

export const LONGEST_NAME = 60;
export const MOST_WEBHOOKS = 5;

/** Times that are suggested once they are asked for. */
const MORNING = "08:00";
const EVENING = "20:00";

export const emptyRole = ({ language, time_zone }: Pick<RoleForm, "language" | "time_zone">): RoleForm => ({
  ...{ name: "", topics: [], emails: "", webhooks: [], language, time_zone },
  ...{ is_daily: false, daily_at: MORNING, is_quiet: false, from: EVENING, until: MORNING },
});

export const roleFormOf = ({ emails, daily_at: dailyAt, quiet, ...role }: NotificationRole): RoleForm => ({
  ...{ name: role.name, topics: role.topics, webhooks: role.webhooks },
  ...{ language: role.language, time_zone: role.time_zone },
  emails: emails.join("\n"),
  is_daily: dailyAt !== null,
  daily_at: dailyAt ?? MORNING,
  is_quiet: quiet !== null,
  from: quiet?.from ?? EVENING,
  until: quiet?.until ?? MORNING,
});

/** A time that is not asked for is neither shown nor wrong. */
export const isShown = ({ is_daily: isDaily, is_quiet: isQuiet }: RoleForm, field: RoleField): boolean =>
  field === "daily_at" ? isDaily : (field !== "from" && field !== "until") || isQuiet;

/** `08:00`; null if it is no time of day. */
export const readTime = (text: string): string | null => /^(?:[01]\d|2[0-3]):[0-5]\d$/.exec(text)?.[0] ?? null;

/** The role, or what is missing and wrong. */
export function readRole(
  form: RoleForm,
  id: string,
): { readonly role: NotificationRole } | { readonly problems: RoleProblems } {
  const name = form.name.trim();
  const emails = emailProblem(form);
  const problems: RoleProblems = {
    ...(name === "" ? { name: { code: "name" } } : {}),
    ...(form.topics.length === 0 ? { topics: { code: "topics" } } : {}),
    ...(emails === null ? {} : { emails }),
    ...(form.webhooks.length > MOST_WEBHOOKS ? { webhooks: { code: "webhooks" } } : {}),
    ...(form.is_daily && readTime(form.daily_at) === null ? { daily_at: { code: "time" } } : {}),
    ...(form.is_quiet ? quietProblems(form) : {}),
  };
  if (Object.keys(problems).length > 0) return { problems };
  return {
    role: {
      ...{ id, name, topics: [...form.topics], webhooks: [...form.webhooks] },
      ...{ language: form.language, time_zone: form.time_zone },
      emails: [...readEmails(form.emails).emails],
      daily_at: form.is_daily ? form.daily_at : null,
      quiet: form.is_quiet ? { from: form.from, until: form.until } : null,
    },
  };
}

function emailProblem({ emails: text, webhooks }: RoleForm): RoleProblem | null {
  const { emails, malformed, twice } = readEmails(text);
  if (malformed.length > 0) return { code: "malformed", list: malformed };
  if (twice.length > 0) return { code: "twice", list: twice };
  if (emails.length > MOST_EMAILS) return { code: "emails" };
  return emails.length === 0 && webhooks.length === 0 ? { code: "recipients" } : null;
}

function quietProblems({ from, until }: RoleForm): RoleProblems {
  const isWrong = (time: string): boolean => readTime(time) === null;
  if (!isWrong(from) && from === until) return { until: { code: "noQuiet" } };
  return {
    ...(isWrong(from) ? { from: { code: "time" } } : {}),
    ...(isWrong(until) ? { until: { code: "time" } } : {}),
  };
}
