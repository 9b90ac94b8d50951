import { usePrompt } from "@medusajs/ui";
import { useEffect } from "react";
import { useBlocker } from "react-router-dom";
import { useTexts } from "../../lib/texts";

/** Asked before the page is left. */
export interface LeaveQuestion {
  readonly title: string;
  readonly description: string;
  readonly confirmText: string;
}

interface Props {
  readonly isChanged: boolean;
  /** Default: about the capture policy. */
  readonly question?: LeaveQuestion;
}

/** Asks before unsaved changes are lost: another page of the dashboard, a reload, a closed tab. */
export function LeaveGuard({ isChanged, question }: Props) {
  const { t } = useTexts();
  const prompt = usePrompt();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isChanged && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isChanged) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isChanged]);
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    const { proceed, reset } = blocker;
    void prompt({
      title: t("policy.leave"),
      description: t("policy.leaveText"),
      confirmText: t("policy.leave"),
      ...question,
      cancelText: t("policy.stay"),
    }).then((isSure) => (isSure ? proceed() : reset()));
    // One question for each attempt to leave: its texts may change, the question does not.
  }, [blocker.state]);
  return null;
}
