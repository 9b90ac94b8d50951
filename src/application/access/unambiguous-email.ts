import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";

/**
 * Whom an e-mail address names. Medusa takes `ADA@shop.example` beside `ada@shop.example`, and an address anew once its
 * user was deleted; whoever may invite can choose it. So an address names its user only while no other user has, or
 * had, it in any letters.
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
