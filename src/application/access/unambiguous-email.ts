import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";

/**
 * Maps e-mail addresses to user IDs. Medusa accepts `ADA@shop.example` beside `ada@shop.example`, and reuses the
 * address of a deleted user; any user who may send invites can choose it. An address therefore identifies a user only
 * if no other user, deleted or not, has it in any upper or lower case.
 */
export async function unambiguousEmails(
  container: MedusaContainer,
  users: readonly { readonly id: string; readonly email: string }[],
): Promise<ReadonlyMap<string, string | null>> {
  const emails = [...new Set(users.map(({ email }) => email.toLowerCase()))];
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION);
  const { rows } = await pg.raw<{ rows: { email: string }[] }>(
    'SELECT lower(email) AS email FROM "user" WHERE lower(email) = ANY(?::text[]) GROUP BY 1 HAVING count(*) > 1',
    [emails],
  );
  const shared = new Set(rows.map(({ email }) => email));
  return new Map(users.map(({ id, email }) => [id, shared.has(email.toLowerCase()) ? null : email.toLowerCase()]));
}
