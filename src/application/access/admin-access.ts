import { hasPermission, resolvePermissions } from "@medusajs/framework";
import type { AuthContext } from "@medusajs/framework/http";
import type { MedusaContainer } from "@medusajs/framework/types";
import type { FlagRouter } from "@medusajs/framework/utils";
import { ContainerRegistrationKeys, MedusaError, Modules } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";
import type { AdminAccess } from "../../api-schema/admin";
import { Permission } from "../../api-schema/admin";
import { resolveLedger } from "../resolve-ledger";
import { unambiguousEmails } from "./unambiguous-email";

/**
 * Permissions of dashboard users. With the feature flag `rbac` on, Medusa's roles decide (policies
 * `acquiring_payment:<permission>`); otherwise the option `admin.permissions` does. Every admin route checks here: what
 * the pages hide is no protection.
 */
export type Who = Pick<AuthContext, "actor_id" | "app_metadata"> & Partial<Pick<AuthContext, "actor_type">>;

/** Throws 403 and names the missing permission and where it is granted. */
export async function requirePermission(container: MedusaContainer, who: Who, permission: Permission): Promise<void> {
  const isOn = isRbacOn(container);
  if (isOn) {
    const isGiven = await rolesPermit(container, rolesOf(who), permission);
    if (!isGiven) throw refused(permission, `A role with the policy "${RESOURCE}:${permission}" gives it.`);
  }
  // Payout approval and bank data stay on lists even with roles: editing roles must not grant them.
  if (isOn && !isListedBesideRoles(permission)) return;
  if ((await listedFor(container, who, [permission])).length > 0) return;
  throw refused(permission, `The plugin's option ${optionOf(permission)} lists who has it.`);
}

export async function rolesPermit(
  container: MedusaContainer,
  roles: readonly string[],
  permission: Permission,
): Promise<boolean> {
  // The framework permits everything to a user without roles; we permit nothing.
  if (roles.length === 0) return false;
  return hasPermission({
    roles: [...roles],
    actions: { resource: RESOURCE, operation: permission },
    container,
  });
}

export async function isPermitted(container: MedusaContainer, who: Who, permission: Permission): Promise<boolean> {
  try {
    await requirePermission(container, who, permission);
    return true;
  } catch (error) {
    if (error instanceof MedusaError && error.type === MedusaError.Types.FORBIDDEN) return false;
    throw error;
  }
}

/** One of the two permissions is enough; the error names the first. */
export async function requireEither(
  container: MedusaContainer,
  who: Who,
  { permission, or }: { readonly permission: Permission; readonly or: Permission },
): Promise<void> {
  if (!(await isPermitted(container, who, or))) await requirePermission(container, who, permission);
}

export async function accessOf(container: MedusaContainer, who: Who): Promise<AdminAccess> {
  const access = { user_id: who.actor_id };
  if (isRbacOn(container)) {
    const universe = Permission.options.map((operation) => ({ resource: RESOURCE, operation }));
    const granted = await resolvePermissions({ roles: rolesOf(who), universe, container });
    const given = Permission.options.filter((operation) => granted.has(`${RESOURCE}:${operation}`));
    const listed = await listedFor(container, who, given.filter(isListedBesideRoles));
    const permissions = given.filter((permission) => !isListedBesideRoles(permission) || listed.includes(permission));
    return { ...access, decided_by: "rbac", permissions };
  }
  const { permissions: lists } = resolveLedger(container).options.admin;
  const isListed = Object.values(lists).some((list) => list !== undefined);
  const permissions = await listedFor(container, who, Permission.options);
  return { ...access, decided_by: isListed ? "allow-list" : "everybody", permissions };
}

const RESOURCE = "acquiring_payment";

const refused = (permission: Permission, where: string): MedusaError =>
  new MedusaError(MedusaError.Types.FORBIDDEN, `You need the permission "${permission}" for this. ${where}`);

export const isRbacOn = (container: MedusaContainer): boolean =>
  container.resolve<FlagRouter>(ContainerRegistrationKeys.FEATURE_FLAG_ROUTER).isFeatureEnabled("rbac");

/** Roles as Medusa's own routes read them: from the token, signed when the user logged in. */
const Roles = z.object({ roles: z.array(z.string()) });
const rolesOf = ({ app_metadata: metadata }: Who): string[] => Roles.safeParse(metadata).data?.roles ?? [];

type Lists = Partial<Record<Permission, readonly string[]>>;

/** Payout approval and bank data: an empty or missing list permits nobody. Without preparers, payouts are off. */
function listsOf(container: MedusaContainer): Lists {
  const { admin, payout } = resolveLedger(container).options;
  const approvers = payout.approvers ?? [];
  return { ...admin.permissions, approve_payout: approvers, reveal_bank_details: payout.revealers ?? approvers };
}

const OPTIONS = { approve_payout: "payout.approvers", reveal_bank_details: "payout.revealers" } as const;

/** Permissions that only named users can have; an unset list never means everybody. */
const isAlwaysListed = (permission: Permission): permission is keyof typeof OPTIONS =>
  Object.hasOwn(OPTIONS, permission);

const isListedBesideRoles = (permission: Permission): boolean => permission === "payout" || isAlwaysListed(permission);

const optionOf = (permission: Permission): string =>
  isAlwaysListed(permission) ? OPTIONS[permission] : `admin.permissions.${permission}`;

/** Those of `asked` that the user has; without a list it is open to all. E-mail addresses are looked up on demand. */
async function listedFor(container: MedusaContainer, who: Who, asked: readonly Permission[]): Promise<Permission[]> {
  const lists = listsOf(container);
  const named = asked.flatMap((permission) => lists[permission] ?? []);
  const email = named.some((name) => name.includes("@")) ? await emailOf(container, who.actor_id) : null;
  const isThem = (name: string): boolean => name === who.actor_id || (email !== null && name.toLowerCase() === email);
  return asked.filter((permission) => {
    // Several people can share an API key, so a key cannot act as an approver.
    if (isAlwaysListed(permission) && who.actor_type !== "user") return false;
    return lists[permission]?.some(isThem) ?? true;
  });
}

/** Null for an API key, which is no user, and for an ambiguous address. */
async function emailOf(container: MedusaContainer, id: string): Promise<string | null> {
  const [user] = await container.resolve(Modules.USER).listUsers({ id: [id] }, { select: ["id", "email"] });
  return user ? ((await unambiguousEmails(container, [user])).get(user.id) ?? null) : null;
}
