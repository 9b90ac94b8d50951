import { useQuery } from "@tanstack/react-query";
import { fetchPayoutSetup } from "../../lib/payouts/payout-calls";

/** Whether payouts are set up, and what for the reader. Who may not see payouts is refused. */
export const useSetup = () =>
  useQuery({
    queryKey: ["acquiring", "payout-setup"],
    queryFn: ({ signal }) => fetchPayoutSetup(signal),
    staleTime: 60_000,
  });
