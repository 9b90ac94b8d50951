import { useQuery } from "@tanstack/react-query";
import type { LinkMethods } from "../../../api-schema/admin";
import { fetchLinkMethods } from "./link-calls";

/** The payment methods that a link in this currency can be restricted to; none while they are not known. */
export function useLinkMethods(currency: string | undefined): LinkMethods["methods"] {
  const { data } = useQuery({
    queryKey: ["acquiring", "link-methods", currency],
    queryFn: ({ signal }) => fetchLinkMethods(currency ?? "", signal),
    enabled: currency !== undefined,
  });
  return data?.methods ?? [];
}
