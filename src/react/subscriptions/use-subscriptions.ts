import { useCallback, useEffect, useState } from "react";
import { asAcquiringError } from "../parts/as-acquiring-error";
import type { AsyncState } from "../parts/async-state";
import type { Acquiring, AcquiringError, StoreSubscription, StoreSubscriptionCancelled } from "../parts/sdk";

/** Result of a cancellation; `lost` if no answer came, and it may be requested again. */
export interface SubscriptionEnding {
  readonly id: string;
  readonly outcome: StoreSubscriptionCancelled["outcome"] | "lost" | "failed";
  readonly error: AcquiringError | null;
}

/** The logged-in customer's subscriptions, newest first, and cancelling one. */
export type SubscriptionList = AsyncState<readonly StoreSubscription[]> & {
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly loadMore: () => void;
  /** ID of the subscription being cancelled. */
  readonly cancelling: string | null;
  readonly ending: SubscriptionEnding | null;
  readonly cancel: (id: string) => Promise<void>;
  readonly reload: () => void;
};

interface Found {
  readonly items: readonly StoreSubscription[];
  readonly count: number;
}

const PAGE = 20;

export function useSubscriptions(acquiring: Acquiring): SubscriptionList {
  const [loaded, setLoaded] = useState<AsyncState<Found>>({ status: "loading" });
  const [isLoadingMore, setLoadingMore] = useState(false);
  const [cancelling, setCancelling] = useState<string | null>(null);
  const [ending, setEnding] = useState<SubscriptionEnding | null>(null);
  const [round, setRound] = useState(0);

  useEffect(() => {
    let isShown = true;
    setLoaded({ status: "loading" });
    acquiring.subscriptions.list({ limit: PAGE }).then(
      ({ subscriptions, count }) => {
        if (isShown) setLoaded({ status: "ready", value: { items: subscriptions, count } });
      },
      (error: unknown) => {
        if (isShown) setLoaded({ status: "failed", error: asAcquiringError(error, "not_loaded") });
      },
    );
    return () => {
      isShown = false;
    };
  }, [acquiring, round]);

  const known = loaded.status === "ready" ? loaded.value.items.length : 0;
  const loadMore = useCallback(() => {
    setLoadingMore(true);
    acquiring.subscriptions
      .list({ limit: PAGE, offset: known })
      .then(
        ({ subscriptions, count }) => {
          setLoaded((list) =>
            list.status === "ready" ? { ...list, value: joined(list.value, subscriptions, count) } : list,
          );
        },
        (error: unknown) => {
          setLoaded({ status: "failed", error: asAcquiringError(error, "not_loaded") });
        },
      )
      .finally(() => {
        setLoadingMore(false);
      });
  }, [acquiring, known]);

  const cancel = useCallback(
    async (id: string): Promise<void> => {
      setCancelling(id);
      setEnding(null);
      try {
        const { outcome, subscription } = await acquiring.subscriptions.cancel(id);
        setLoaded((list) => (list.status === "ready" ? { ...list, value: renewed(list.value, subscription) } : list));
        setEnding({ id, outcome, error: null });
      } catch (caught) {
        const error = asAcquiringError(caught);
        setEnding({ id, outcome: error.code === "network" ? "lost" : "failed", error });
      } finally {
        setCancelling(null);
      }
    },
    [acquiring],
  );

  const reload = useCallback(() => {
    setRound((count) => count + 1);
  }, []);
  const list: AsyncState<readonly StoreSubscription[]> =
    loaded.status === "ready" ? { status: "ready", value: loaded.value.items } : loaded;
  const hasMore = loaded.status === "ready" && known < loaded.value.count;
  return { ...list, hasMore, isLoadingMore, loadMore, cancelling, ending, cancel, reload };
}

/** A new subscription shifts the pages, so that one may appear twice. */
function joined({ items }: Found, more: readonly StoreSubscription[], count: number): Found {
  const fresh = more.filter(({ id }) => items.every((item) => item.id !== id));
  return { items: [...items, ...fresh], count: fresh.length === 0 ? items.length : count };
}

const renewed = ({ items, count }: Found, changed: StoreSubscription): Found => ({
  items: items.map((item) => (item.id === changed.id ? changed : item)),
  count,
});
