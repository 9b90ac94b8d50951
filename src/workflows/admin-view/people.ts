import type { MedusaContainer } from "@medusajs/framework/types";
import { Modules } from "@medusajs/framework/utils";

/** The names of admins for people to read, by their ids, in one question; an id that no user has is its own name. */
export async function namesOf(
  container: MedusaContainer,
  ids: readonly (string | null)[],
): Promise<(id: string) => string> {
  const asked = [...new Set(ids.flatMap((id) => id ?? []))];
  if (asked.length === 0) return (id) => id;
  const users = await container
    .resolve(Modules.USER)
    .listUsers({ id: asked }, { select: ["id", "email", "first_name", "last_name"], withDeleted: true });
  const names = new Map(
    users.map(({ id, email, first_name: first, last_name: last }) => [id, nameOf(first, last) ?? email]),
  );
  return (id) => names.get(id) ?? id;
}

const nameOf = (first: string | null, last: string | null): string | null =>
  [first, last]
    .flatMap((part) => part?.trim() ?? [])
    .join(" ")
    .trim() || null;
