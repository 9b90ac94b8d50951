import { useQuery } from "@tanstack/react-query";
import { fetchPayoutSetup } from "../../lib/payouts/payout-calls";

/** Whether payouts are configured, and what the reader may do. Refused for readers who may not see payouts. */
export const useSetup = () =>
  useQuery({
    queryKey: ["acquiring", "payout-setup"],
    queryFn: ({ signal }) => fetchPayoutSetup(signal),
    staleTime: 60_000,
  });
