import { useRef, useState } from "react";
import type { Problems } from "./problems";
import { NONE, problemsOf, without } from "./problems";
import { errorTextOf, useRefresh } from "./use-payment-action";
import { useTexts } from "./texts";

/**
 * Sends a form, once at a time, and keeps what was wrong with it. It never keeps what was sent or answered: that may be
 * bank data, and the dashboard's caches live longer than the page.
 */
export interface SendState<Input> {
  readonly isSending: boolean;
  /** What is wrong with single fields. */
  readonly problems: Problems;
  /** How often it was refused, here or by the server. */
  readonly refusals: number;
  /** Why it failed, when that is about no field. */
  readonly trouble: string | null;
  readonly go: (input: Input) => void;
  /** Refuses before anything is sent. */
  readonly refuse: (problems: Problems) => void;
  readonly forget: (path: string) => void;
  /** The whole form is another now: nothing that was said about it holds. */
  readonly forgive: () => void;
}

interface Wish<Input, Answer> {
  readonly send: (input: Input) => Promise<Answer>;
  readonly onDone: (answer: Answer) => void;
  /** Something is wrong, here or according to the server: the place to lead the eye there. */
  readonly onRefused: () => void;
}

export function useSending<Input, Answer>({ send, onDone, onRefused }: Wish<Input, Answer>): SendState<Input> {
  const { t } = useTexts();
  const refresh = useRefresh();
  const isBusy = useRef(false);
  const [isSending, setIsSending] = useState(false);
  const [problems, setProblems] = useState<Problems>(NONE);
  const [refusals, setRefusals] = useState(0);
  const [trouble, setTrouble] = useState<string | null>(null);
  const refuse = (found: Problems): void => {
    setTrouble(null);
    setProblems(found);
    setRefusals((number) => number + 1);
    onRefused();
  };
  const fail = (error: unknown): void => {
    const found = problemsOf(error);
    setProblems(found);
    setRefusals((number) => number + 1);
    setTrouble(Object.keys(found).length === 0 ? errorTextOf(t, error) : null);
    onRefused();
  };
  const run = async (input: Input): Promise<void> => {
    const answer = await send(input);
    setTrouble(null);
    setProblems(NONE);
    onDone(answer);
  };
  const go = (input: Input): void => {
    if (isBusy.current) return;
    isBusy.current = true;
    setIsSending(true);
    run(input)
      .catch(fail)
      .finally(() => {
        isBusy.current = false;
        setIsSending(false);
        refresh();
      });
  };
  const forget = (path: string): void => setProblems((now) => without(now, path));
  const forgive = (): void => {
    setTrouble(null);
    setProblems(NONE);
  };
  return { isSending, problems, refusals, trouble, go, refuse, forget, forgive };
}
