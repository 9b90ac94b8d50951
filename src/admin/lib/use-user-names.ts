import { useQuery } from "@tanstack/react-query";
import { fetchUserNames } from "./capture-policy/policy-calls";

/** Names of the dashboard's users; the ID while they load, or if the reader may not see users. */
export function useUserNames(userIds: readonly string[]): (userId: string) => string {
  const ids = [...new Set(userIds)].sort();
  const { data } = useQuery({
    queryKey: ["acquiring-users", ...ids],
    queryFn: ({ signal }) => fetchUserNames(ids, signal),
    enabled: ids.length > 0,
    retry: false,
  });
  return (userId) => data?.[userId] ?? userId;
}
