import { hasPermission, resolvePermissions } from "@medusajs/framework";
import type { AuthContext } from "@medusajs/framework/http";
import type { MedusaContainer } from "@medusajs/framework/types";
import type { FlagRouter } from "@medusajs/framework/utils";
import { ContainerRegistrationKeys, MedusaError, Modules } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";
import type { AdminAccess } from "../contract/admin";
import { Permission } from "../contract/admin";
import { ledgerOf } from "./ledger-of";

/**
 * Who may do what in the dashboard. With the feature flag `rbac` on Medusa's roles say it
 * (policies `acquiring_payment:<permission>`), else the option `admin.permissions` does. Every
 * route of ours asks here; what the pages hide is no protection.
 */
type Who = Pick<AuthContext, "actor_id" | "app_metadata">;

/** Throws 403 with what is missing and where it is given. */
export async function requirePermission(container: MedusaContainer, who: Who, permission: Permission): Promise<void> {
  if (isRbacOn(container)) {
    const roles = rolesOf(who);
    const action = { resource: RESOURCE, operation: permission };
    // Without a role the framework's own answer is yes.
    if (roles.length > 0 && (await hasPermission({ roles, actions: action, container }))) return;
    throw refused(permission, `A role with the policy "${RESOURCE}:${permission}" gives it.`);
  }
  if ((await listedFor(container, who)).includes(permission)) return;
  throw refused(permission, `The plugin's option admin.permissions.${permission} lists who has it.`);
}

/** Everything that the reader may do. */
export async function accessOf(container: MedusaContainer, who: Who): Promise<AdminAccess> {
  const access = { user_id: who.actor_id };
  if (isRbacOn(container)) {
    const universe = Permission.options.map((operation) => ({ resource: RESOURCE, operation }));
    const granted = await resolvePermissions({ roles: rolesOf(who), universe, container });
    const permissions = Permission.options.filter((operation) => granted.has(`${RESOURCE}:${operation}`));
    return { ...access, decided_by: "rbac", permissions };
  }
  const isListed = Object.values(listsOf(container)).some((list) => list !== undefined);
  const permissions = await listedFor(container, who);
  return { ...access, decided_by: isListed ? "allow-list" : "everybody", permissions };
}

const RESOURCE = "acquiring_payment";

const refused = (permission: Permission, where: string): MedusaError =>
  new MedusaError(MedusaError.Types.FORBIDDEN, `You need the permission "${permission}" for this. ${where}`);

const isRbacOn = (container: MedusaContainer): boolean =>
  container.resolve<FlagRouter>(ContainerRegistrationKeys.FEATURE_FLAG_ROUTER).isFeatureEnabled("rbac");

/** As Medusa's own routes read them: from the token, signed when the user logged in. */
const Roles = z.object({ roles: z.array(z.string()) });
const rolesOf = ({ app_metadata: metadata }: Who): string[] => Roles.safeParse(metadata).data?.roles ?? [];

const listsOf = (container: MedusaContainer): Partial<Record<Permission, readonly string[]>> =>
  ledgerOf(container).options.admin.permissions;

/** A permission without a list is everybody's. Who is named by the e-mail address is looked up, once and only then. */
async function listedFor(container: MedusaContainer, who: Who): Promise<Permission[]> {
  const lists = listsOf(container);
  const named = Permission.options.flatMap((permission) => lists[permission] ?? []);
  const email = named.some((name) => name.includes("@")) ? await emailOf(container, who.actor_id) : null;
  const isThem = (name: string): boolean => name === who.actor_id || (email !== null && name.toLowerCase() === email);
  return Permission.options.filter((permission) => lists[permission]?.some(isThem) ?? true);
}

/** Null for an API key, which is no user. */
async function emailOf(container: MedusaContainer, id: string): Promise<string | null> {
  const [user] = await container.resolve(Modules.USER).listUsers({ id: [id] }, { select: ["id", "email"] });
  return user?.email.toLowerCase() ?? null;
}
