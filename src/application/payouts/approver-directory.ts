import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, MedusaError, Modules } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";
import type { Directory, PayoutPerson } from "../../modules/acquiring_payout/payout-api";
import type { Who } from "../access/admin-access";
import { isRbacOn, rolesPermit } from "../access/admin-access";
import { unambiguousEmails } from "../access/unambiguous-email";

/** Users and their current roles. Tokens are not consulted, because their roles date from the login. */
export const directoryOf =
  (container: MedusaContainer): Directory =>
  async (ids) => {
    if (ids.length === 0) return [];
    const users = await container
      .resolve(Modules.USER)
      .listUsers({ id: [...ids] }, { select: ["id", "email"], take: ids.length });
    const emails = await unambiguousEmails(container, users);
    const roles = isRbacOn(container) ? await rolesOfUsers(container, ids) : null;
    return Promise.all(
      users.map(async ({ id }): Promise<PayoutPerson> => {
        const person = { id, type: "user", email: emails.get(id) ?? null } as const;
        if (roles === null) return person;
        return { ...person, hasPolicy: await rolesPermit(container, roles.get(id) ?? [], "approve_payout") };
      }),
    );
  };

/** The acting user. An API key counts as itself and as its creator. */
export async function personOf(container: MedusaContainer, who: Who): Promise<PayoutPerson> {
  if (who.actor_type !== "user") {
    return { id: who.actor_id, type: "api-key", email: null, ownerId: await ownerOf(container, who.actor_id) };
  }
  const [person] = await directoryOf(container)([who.actor_id]);
  if (person) return person;
  throw new MedusaError(MedusaError.Types.FORBIDDEN, "You are no longer a user of this store.");
}

/** A key created by a key belongs to that key's owner. */
async function ownerOf(container: MedusaContainer, id: string): Promise<string | null> {
  const seen = new Set<string>();
  let owner: string | null = id;
  while (owner?.startsWith("apk_") && !seen.has(owner)) {
    seen.add(owner);
    const [key] = await container
      .resolve(Modules.API_KEY)
      .listApiKeys({ id: [owner] }, { select: ["id", "created_by"] });
    owner = key?.created_by ?? null;
  }
  return owner === id ? null : owner;
}

const WithRoles = z.object({ id: z.string(), rbac_roles: z.array(z.object({ id: z.string() }).nullish()).nullish() });

async function rolesOfUsers(
  container: MedusaContainer,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "user", fields: ["id", "rbac_roles.id"], filters: { id: [...ids] } });
  return new Map(
    data.map((row: unknown) => {
      const { id, rbac_roles: roles } = WithRoles.parse(row);
      return [id, (roles ?? []).flatMap((role) => role?.id ?? [])] as const;
    }),
  );
}
