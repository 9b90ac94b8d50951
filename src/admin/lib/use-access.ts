import { useQuery } from "@tanstack/react-query";
import type { Permission } from "../../api-schema/admin";
import { fetchAccess } from "./calls";

/** What the reader may do. Until it is known, and when it cannot be known, nothing: every route checks for itself. */
export function useAccess(): (permission: Permission) => boolean {
  const { data } = useQuery({
    queryKey: ["acquiring", "access"],
    queryFn: ({ signal }) => fetchAccess(signal),
    staleTime: 60_000,
  });
  return (permission) => data?.permissions.includes(permission) ?? false;
}
