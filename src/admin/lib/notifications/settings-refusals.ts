import type { NotificationRole, NotificationSettingsChange } from "../../../api-schema/admin";
import type { Problems } from "../problems";
import { NONE } from "../problems";
import { ROLE_FIELDS } from "./role-form";

/** A refusal of the server: what belongs to a field of the open drawer, and the rest as a sentence. */
export interface SettingsRefusal {
  readonly fields: Problems;
  readonly other: string | null;
}

/** The part of the settings that the drawer edits. */
export type Part = { readonly role: string } | "bell";

const FIELDS: readonly string[] = ROLE_FIELDS;
const NAMED = /^(?:bell|roles\.(\d+))(?:\.([\w.]+))?: (.+)$/s;

/** The server's sentence names the first wrong field, such as `roles.0.emails.1: …`. That of another role is named. */
export function settingsRefusalOf(
  text: string | null,
  sent: NotificationSettingsChange | null,
  part: Part,
): SettingsRefusal {
  const [whole, place, path = "", message = ""] = NAMED.exec(text ?? "") ?? [];
  if (whole === undefined || sent === null) return general(text);
  const role = place === undefined ? null : (sent.roles[Number(place)] ?? null);
  if (role === null) return part === "bell" && place === undefined ? atField(path, message) : general(text);
  if (part !== "bell" && part.role === role.id) return atField(path, aboutOne(role, path, message));
  return general(`${role.name}: ${path === "" ? "" : `${path}: `}${message}`);
}

const general = (text: string | null): SettingsRefusal => ({ fields: NONE, other: text });

/** Of a list the field is the whole list; `quiet.from` is a field by itself. */
function atField(path: string, message: string): SettingsRefusal {
  const [first = "", second = "until"] = path.split(".");
  const field = first === "quiet" ? second : first;
  if (FIELDS.includes(field)) return { fields: { [field]: message }, other: null };
  return general(path === "" ? message : `${path}: ${message}`);
}

/** `ada@: must be an e-mail address`: which of the addresses or webhooks is meant. */
function aboutOne({ emails, webhooks }: NotificationRole, path: string, message: string): string {
  const [, list, index] = /^(emails|webhooks)\.(\d+)$/.exec(path) ?? [];
  const one = (list === "emails" ? emails : webhooks)[Number(index)];
  return one === undefined ? message : `${one}: ${message}`;
}
