import type { LegalHoldRequest } from "../../../api-schema/admin";
import { dayOf, endOfDay } from "../days";
import type { PersonKind } from "./person-search";
import { readPerson } from "./person-search";
import { HOLD_SUBJECTS } from "./privacy-texts";

/** What the fields of a new legal hold contain. */
export interface HoldForm {
  readonly kind: PersonKind;
  readonly subject: string;
  readonly reason: string;
  /** A day in the reader's time zone, or empty: until it is released. */
  readonly until: string;
}

export type HoldField = "subject" | "reason" | "until";

type ReadHold =
  { readonly hold: LegalHoldRequest } | { readonly problems: Readonly<Partial<Record<HoldField, HoldField>>> };

export function readHold({ kind, subject, reason, until }: HoldForm, now: Date): ReadHold {
  const person = readPerson(kind, subject);
  const text = reason.trim();
  const isOver = until !== "" && until < dayOf(now.toISOString());
  if (person === null || text === "" || isOver)
    return {
      problems: {
        ...(person === null ? { subject: "subject" } : {}),
        ...(text === "" ? { reason: "reason" } : {}),
        ...(isOver ? { until: "until" } : {}),
      },
    };
  const subjectKind = HOLD_SUBJECTS[kind];
  const end = until === "" ? null : endOfDay(until);
  return { hold: { action: "place", subject_kind: subjectKind, subject: person.value, reason: text, until: end } };
}
