/** E-mail addresses as they are typed: one on each line. */
export const MOST_EMAILS = 20;
const LONGEST = 254;

/** What the server accepts, too (zod's `z.email()`). */
const EMAIL = /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

export interface EmailList {
  readonly emails: readonly string[];
  readonly malformed: readonly string[];
  /** Each once; upper and lower case are the same mailbox. */
  readonly twice: readonly string[];
}

/** A comma or semicolon ends an address as well, as in a line copied from a mail program. */
export function readEmails(text: string): EmailList {
  const emails = text
    .split(/[\n,;]/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const same = emails.map((email) => email.toLowerCase());
  return {
    emails,
    malformed: emails.filter((email) => email.length > LONGEST || !EMAIL.test(email)),
    twice: emails.filter((_, index) => {
      const first = same.indexOf(same[index] ?? "");
      return first !== index && same.indexOf(same[index] ?? "", first + 1) === index;
    }),
  };
}
