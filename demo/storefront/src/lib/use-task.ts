import { useRef, useState } from "react";
import { messageOf } from "./store-error";

/** Runs one task at a time, and keeps the message of its failure. */
export interface Task {
  readonly isBusy: boolean;
  readonly problem: string;
  run(work: () => Promise<void>): Promise<void>;
}

export function useTask(): Task {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const isRunning = useRef(false);

  const run = async (work: () => Promise<void>): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setProblem("");
    try {
      await work();
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return { isBusy, problem, run };
}
