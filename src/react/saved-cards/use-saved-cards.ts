import { useCallback, useEffect, useState } from "react";
import { asAcquiringError } from "../parts/as-acquiring-error";
import type { AsyncState } from "../parts/async-state";
import type { Acquiring, AcquiringError, SavedCard } from "../parts/sdk";

/** The logged-in customer's saved cards, and removing one. Sends nothing while disabled. */
export type SavedCardList = AsyncState<readonly SavedCard[]> & {
  /** ID of the card being removed. */
  readonly removing: string | null;
  /** Why the last removal failed. */
  readonly removeError: AcquiringError | null;
  /** True if the card was removed. */
  readonly remove: (id: string) => Promise<boolean>;
  readonly reload: () => void;
};

export function useSavedCards(acquiring: Acquiring, isEnabled = true): SavedCardList {
  const [loaded, setLoaded] = useState<AsyncState<readonly SavedCard[]>>({ status: "loading" });
  const [removing, setRemoving] = useState<string | null>(null);
  const [removeError, setRemoveError] = useState<AcquiringError | null>(null);
  const [round, setRound] = useState(0);

  useEffect(() => {
    if (!isEnabled) {
      setLoaded({ status: "ready", value: [] });
      return;
    }
    let isShown = true;
    setLoaded({ status: "loading" });
    acquiring.savedCards.list().then(
      (value) => {
        if (isShown) setLoaded({ status: "ready", value });
      },
      (error: unknown) => {
        if (isShown) setLoaded({ status: "failed", error: asAcquiringError(error, "not_loaded") });
      },
    );
    return () => {
      isShown = false;
    };
  }, [acquiring, isEnabled, round]);

  const remove = useCallback(
    async (id: string): Promise<boolean> => {
      setRemoving(id);
      setRemoveError(null);
      try {
        await acquiring.savedCards.remove(id);
        setLoaded((list) =>
          list.status === "ready" ? { ...list, value: list.value.filter((card) => card.id !== id) } : list,
        );
        return true;
      } catch (error) {
        setRemoveError(asAcquiringError(error, "not_saved"));
        return false;
      } finally {
        setRemoving(null);
      }
    },
    [acquiring],
  );

  const reload = useCallback(() => {
    setRound((count) => count + 1);
  }, []);
  return { ...loaded, removing, removeError, remove, reload };
}
