import type { ReactElement, ReactNode, RefObject } from "react";
import { useRef } from "react";
import { useKitTexts } from "./surface";
import { useBeforePaint } from "./use-before-paint";

/** A button that asks for confirmation: the question replaces it and returns the focus to it. */
export interface QuestionProps {
  readonly isAsked: boolean;
  readonly isBusy: boolean;
  readonly label: string;
  readonly name: string;
  readonly question: string;
  readonly onAsk: (isAsked: boolean) => void;
  readonly onAnswer: () => void;
  readonly className?: string;
  /** Layout: the two answers side by side, or in a row with the question. */
  readonly as: "notice" | "row";
  /** Whether the button may take the focus when the question closes. */
  readonly mayReturn: () => boolean;
}

export function ConfirmQuestion(props: QuestionProps): ReactElement {
  const { isAsked, label, name, onAsk, className } = props;
  const keep = useRef<HTMLButtonElement>(null);
  const ask = useRef<HTMLButtonElement>(null);
  const wasAsked = useRef(false);
  const mayReturn = useRef(props.mayReturn);
  mayReturn.current = props.mayReturn;

  useBeforePaint(() => {
    if (isAsked) keep.current?.focus();
    else if (wasAsked.current && mayReturn.current()) ask.current?.focus();
    wasAsked.current = isAsked;
  }, [isAsked]);

  if (isAsked) return <Asked {...props} keep={keep} />;
  return (
    <button
      type="button"
      ref={ask}
      className={["acq-button acq-button-quiet", className].filter(Boolean).join(" ")}
      aria-label={name}
      onClick={() => {
        onAsk(true);
      }}
    >
      {label}
    </button>
  );
}

function Asked(props: QuestionProps & { readonly keep: RefObject<HTMLButtonElement> }): ReactElement {
  const { as, label, question, isBusy, keep, onAsk, onAnswer } = props;
  const kitTexts = useKitTexts();
  const answers = (
    <>
      <button
        type="button"
        ref={keep}
        className="acq-button acq-button-quiet"
        disabled={isBusy}
        onClick={() => {
          onAsk(false);
        }}
      >
        {kitTexts.keep}
      </button>
      <button
        type="button"
        className="acq-button acq-button-danger"
        disabled={isBusy}
        aria-busy={isBusy}
        onClick={onAnswer}
      >
        {label}
      </button>
    </>
  );
  return as === "notice" ? (
    <Group name={label} className="acq-notice acq-question">
      <p>{question}</p>
      <div className="acq-question-buttons">{answers}</div>
    </Group>
  ) : (
    <Group name={question} className="acq-card-question">
      <span>{question}</span>
      {answers}
    </Group>
  );
}

function Group({ name, className, children }: { name: string; className: string; children: ReactNode }): ReactElement {
  return (
    <div className={className} role="group" aria-label={name}>
      {children}
    </div>
  );
}
