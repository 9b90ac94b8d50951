import { useRef, useState } from "react";
import type { Problems } from "./problems";
import { NONE, problemsOf, without } from "./problems";
import { errorTextOf, useRefresh } from "./use-payment-action";
import { useTexts } from "./texts";

/** Never keeps what was sent or answered: it may be bank data, and the dashboard's caches outlive the page. */
export interface SendState<Input> {
  readonly isSending: boolean;
  readonly problems: Problems;
  /** How often it was rejected, here or by the server. */
  readonly refusals: number;
  /** An error that belongs to no field. */
  readonly trouble: string | null;
  readonly go: (input: Input) => void;
  readonly refuse: (problems: Problems) => void;
  readonly forget: (path: string) => void;
  /** The whole form was replaced: earlier errors no longer apply. */
  readonly forgive: () => void;
}

interface SendingOptions<Input, Answer> {
  readonly send: (input: Input) => Promise<Answer>;
  /** Of the form, for a refusal that names one of them in its sentence. */
  readonly fields?: readonly string[];
  readonly onDone: (answer: Answer) => void;
  /** An error, found here or by the server: focus it. */
  readonly onRefused: () => void;
}

export function useSending<Input, Answer>({
  send,
  fields,
  onDone,
  onRefused,
}: SendingOptions<Input, Answer>): SendState<Input> {
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
    const found = problemsOf(error, fields);
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
