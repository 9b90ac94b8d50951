import type {
  LegalHold,
  LegalHoldRequest,
  PersonErased,
  PersonExport,
  PersonSummary,
  PrivacyPage,
} from "../../../api-schema/admin";
import { read, saveFile, send } from "../client";
import type { SoughtBy } from "./person-search";
import { bodyOf, exportName } from "./person-search";

const PRIVACY = "/admin/acquiring/privacy";
const PEOPLE = `${PRIVACY}/people`;

export const PRIVACY_KEY = ["acquiring", "privacy"] as const;

/** Of a person's counts, which stay in the dashboard's cache only while the page shows them. */
export const personKey = ({ kind, value }: SoughtBy) => [...PRIVACY_KEY, "person", kind, value] as const;

export const fetchPrivacy = (signal?: AbortSignal) => read<PrivacyPage>(PRIVACY, signal);

export const fetchPerson = (person: SoughtBy) => send<PersonSummary>(PEOPLE, { action: "find", ...bodyOf(person) });

/** Returns the name of the file that the browser saved. */
export async function downloadPerson(person: SoughtBy): Promise<string> {
  const exported = await send<PersonExport>(PEOPLE, { action: "export", ...bodyOf(person) });
  const name = exportName(exported.exported_at);
  saveFile(new Blob([JSON.stringify(exported, null, 2)], { type: "application/json" }), name);
  return name;
}

export const sendErasure = (person: SoughtBy, reason: string) =>
  send<PersonErased>(PEOPLE, { action: "erase", ...bodyOf(person), reason });

export const sendHold = (body: LegalHoldRequest) => send<LegalHold>(`${PRIVACY}/holds`, body);
