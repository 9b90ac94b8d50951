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
 * Who may do what in the dashboard. With the feature flag `rbac` on Medusa's roles say it
 * (policies `acquiring_payment:<permission>`), else the option `admin.permissions` does. Every
 * route of ours asks here; what the pages hide is no protection.
 */
export type Who = Pick<AuthContext, "actor_id" | "app_metadata"> & Partial<Pick<AuthContext, "actor_type">>;

/** Throws 403 with what is missing and where it is given. */
export async function requirePermission(container: MedusaContainer, who: Who, permission: Permission): Promise<void> {
  const isOn = isRbacOn(container);
  if (isOn) {
    const isGiven = await rolesPermit(container, rolesOf(who), permission);
    if (!isGiven) throw refused(permission, `A role with the policy "${RESOURCE}:${permission}" gives it.`);
  }
  // Who lets money out is listed beside the roles: who may edit roles does not thereby pay themselves.
  if (isOn && !isListedBesideRoles(permission)) return;
  if ((await listedFor(container, who, [permission])).length > 0) return;
  throw refused(permission, `The plugin's option ${optionOf(permission)} lists who has it.`);
}

/** Do these roles have the policy? */
export async function rolesPermit(
  container: MedusaContainer,
  roles: readonly string[],
  permission: Permission,
): Promise<boolean> {
  // Without a role the framework's own answer is yes.
  if (roles.length === 0) return false;
  return hasPermission({
    roles: [...roles],
    actions: { resource: RESOURCE, operation: permission },
    container,
  });
}

/** May they, without an error? */
export async function isPermitted(container: MedusaContainer, who: Who, permission: Permission): Promise<boolean> {
  try {
    await requirePermission(container, who, permission);
    return true;
  } catch (error) {
    if (error instanceof MedusaError && error.type === MedusaError.Types.FORBIDDEN) return false;
    throw error;
  }
}

/** Either is enough; what is refused is the first. */
export async function requireEither(
  container: MedusaContainer,
  who: Who,
  { permission, or }: { readonly permission: Permission; readonly or: Permission },
): Promise<void> {
  if (!(await isPermitted(container, who, or))) await requirePermission(container, who, permission);
}

/** Everything that the reader may do. */
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

/** As Medusa's own routes read them: from the token, signed when the user logged in. */
const Roles = z.object({ roles: z.array(z.string()) });
const rolesOf = ({ app_metadata: metadata }: Who): string[] => Roles.safeParse(metadata).data?.roles ?? [];

type Lists = Partial<Record<Permission, readonly string[]>>;

/**
 * Money that leaves: who approves and who sees bank data have lists of their own, which are nobody's when they are empty
 * or not there. Without the list of who prepares, payouts are off, and all that is left to see is what to write.
 */
function listsOf(container: MedusaContainer): Lists {
  const { admin, payout } = resolveLedger(container).options;
  const approvers = payout.approvers ?? [];
  return { ...admin.permissions, approve_payout: approvers, reveal_bank_details: payout.revealers ?? approvers };
}

const OPTIONS = { approve_payout: "payout.approvers", reveal_bank_details: "payout.revealers" } as const;

/** People only, and never everybody. */
const isAlwaysListed = (permission: Permission): permission is keyof typeof OPTIONS =>
  Object.hasOwn(OPTIONS, permission);

const isListedBesideRoles = (permission: Permission): boolean => permission === "payout" || isAlwaysListed(permission);

const optionOf = (permission: Permission): string =>
  isAlwaysListed(permission) ? OPTIONS[permission] : `admin.permissions.${permission}`;

/** Those of `asked` that they have. One without a list is everybody's. Who is named by the e-mail address is looked up, once and only then. */
async function listedFor(container: MedusaContainer, who: Who, asked: readonly Permission[]): Promise<Permission[]> {
  const lists = listsOf(container);
  const named = asked.flatMap((permission) => lists[permission] ?? []);
  const email = named.some((name) => name.includes("@")) ? await emailOf(container, who.actor_id) : null;
  const isThem = (name: string): boolean => name === who.actor_id || (email !== null && name.toLowerCase() === email);
  return asked.filter((permission) => {
    // A key is a thing that several people may have: it is nobody who could have looked.
    if (isAlwaysListed(permission) && who.actor_type !== "user") return false;
    return lists[permission]?.some(isThem) ?? true;
  });
}

/** Null for an API key, which is no user, and for an address that is not one user's alone. */
async function emailOf(container: MedusaContainer, id: string): Promise<string | null> {
  const [user] = await container.resolve(Modules.USER).listUsers({ id: [id] }, { select: ["id", "email"] });
  return user ? ((await unambiguousEmails(container, [user])).get(user.id) ?? null) : null;
}
