import { useQuery } from "@tanstack/react-query";
import type { Permission } from "../../api-schema/admin";
import { fetchAccess } from "./calls";

/** The reader's permissions. None until they are loaded, or if they cannot be: every route checks for itself. */
export function useAccess(): (permission: Permission) => boolean {
  const { data } = useQuery({
    queryKey: ["acquiring", "access"],
    queryFn: ({ signal }) => fetchAccess(signal),
    staleTime: 60_000,
  });
  return (permission) => data?.permissions.includes(permission) ?? false;
}
