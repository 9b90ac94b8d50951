/** Null if missing; undefined if it is not a time. A time without a zone is UTC. */
export function timeOf(text: string | undefined): Date | null | undefined {
  if (text === undefined) return null;
  const match = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)(Z|[+-]\d{2}:\d{2})?)?$/.exec(text);
  const time = match && new Date(`${match[1] ?? ""}T${match[2] ?? "00:00"}${match[3] ?? "Z"}`);
  return time && !Number.isNaN(time.getTime()) ? time : undefined;
}
