import type { ReactNode } from "react";
import type { PayoutSetup } from "../../../api-schema/admin";
import { NotSetUp } from "../payouts/not-set-up";
import { useSetup } from "../payouts/use-setup";
import { Failed, Loading } from "../placeholders";

interface Props {
  readonly title: string;
  readonly children: (setup: PayoutSetup) => ReactNode;
}

/** A page about payouts. Without a payout configuration none of their routes exists, so it shows what is missing. */
export function RequirePayoutSetup({ title, children }: Props) {
  const { data: setup, isPending, isFetching, refetch, error } = useSetup();
  if (isPending) return <Loading />;
  if (!setup) return <Failed title={title} error={error} onRetry={() => void refetch()} isBusy={isFetching} />;
  return setup.ready ? children(setup) : <NotSetUp missing={setup.missing} />;
}
