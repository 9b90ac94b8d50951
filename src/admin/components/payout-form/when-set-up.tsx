import type { ReactNode } from "react";
import type { PayoutSetup } from "../../../api-schema/admin";
import { NotSetUp } from "../payouts/not-set-up";
import { useSetup } from "../payouts/use-setup";
import { Failed, Loading } from "../placeholders";

interface Props {
  /** Of the page, when it cannot be shown. */
  readonly title: string;
  readonly children: (setup: PayoutSetup) => ReactNode;
}

/** A page about payouts: while they are not set up it says what is missing, for none of their routes is there. */
export function WhenSetUp({ title, children }: Props) {
  const { data: setup, isPending, isFetching, refetch, error } = useSetup();
  if (isPending) return <Loading />;
  if (!setup) return <Failed title={title} error={error} onRetry={() => void refetch()} isBusy={isFetching} />;
  return setup.ready ? children(setup) : <NotSetUp missing={setup.missing} />;
}
