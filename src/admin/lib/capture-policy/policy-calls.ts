import type { CapturePolicyChange, CapturePolicyPage } from "../../../api-schema/admin";
import { read, send } from "../client";

const POLICY = "/admin/acquiring/capture-policy";

/** Of the page's answer in the dashboard's cache. */
export const POLICY_KEY = ["acquiring", "capture-policy"] as const;

export const fetchPolicy = (signal?: AbortSignal) => read<CapturePolicyPage>(POLICY, signal);
export const savePolicy = (body: CapturePolicyChange) => send<CapturePolicyPage>(POLICY, body);

interface User {
  readonly id: string;
  readonly email: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
}

/** The name or email address of each user that the reader may see. */
export async function fetchUserNames(
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<Readonly<Record<string, string>>> {
  const query = new URLSearchParams(ids.map((id) => ["id[]", id]));
  query.set("fields", "id,email,first_name,last_name");
  query.set("limit", String(ids.length));
  const { users } = await read<{ users: User[] }>(`/admin/users?${query.toString()}`, signal);
  return Object.fromEntries(
    users.map(({ id, email, first_name: first, last_name: last }) => [
      id,
      [first, last].filter(Boolean).join(" ") || email,
    ]),
  );
}
