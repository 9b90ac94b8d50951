import type { ReactElement } from "react";
import { useRef, useState } from "react";
import { CardIcon } from "../fields/card-icon";
import { cardNameOf, cardExpiryText } from "../parts/choice-list";
import { Panel } from "../parts/panel";
import { ConfirmQuestion } from "../parts/question";
import { RetryPanel } from "../payment/retry-panel";
import type { Acquiring, SavedCard } from "../parts/sdk";
import { fill } from "../parts/sdk";
import { Skeleton } from "../parts/skeleton";
import { Surface, useKitTexts } from "../parts/surface";
import { useSavedCards } from "./use-saved-cards";
import type { LabelOverrides } from "../kit-texts";

/** A logged-in customer's saved cards for an account page: a list, with a way to remove each. */
export interface SavedCardsProps {
  readonly acquiring: Acquiring;
  /** Makes each card a button. */
  readonly onSelect?: (card: SavedCard) => void;
  readonly onRemoved?: (id: string) => void;
  readonly labels?: LabelOverrides;
  readonly className?: string;
}

export function SavedCards({ acquiring, onSelect, onRemoved, labels, className }: SavedCardsProps): ReactElement {
  const list = useSavedCards(acquiring);
  const [asked, setAsked] = useState<string | null>(null);
  const root = useRef<HTMLElement>(null);
  const { texts } = acquiring;

  const remove = async (id: string): Promise<void> => {
    if (!(await list.remove(id))) return;
    setAsked(null);
    root.current?.querySelector<HTMLElement>("[data-acq-list]")?.focus();
    onRemoved?.(id);
  };

  const body = (): ReactElement => {
    if (list.status === "loading") return <Skeleton text={texts.labels.loading} rows={2} />;
    if (list.status === "failed") return <RetryPanel acquiring={acquiring} error={list.error} onRetry={list.reload} />;
    return (
      <div tabIndex={-1} data-acq-list="">
        {list.removeError !== null && (
          <p className="acq-notice acq-notice-error" role="alert">
            {texts.errors[list.removeError.code]}
          </p>
        )}
        {list.value.length === 0 ? (
          <Panel kind="plain" text={texts.labels.noSavedCards} />
        ) : (
          <ul className="acq-cards">
            {list.value.map((card) => (
              <SavedCardRow
                key={card.id}
                card={card}
                isAsked={asked === card.id}
                isRemoving={list.removing === card.id}
                onAsk={setAsked}
                onRemove={(id) => void remove(id)}
                onSelect={onSelect}
              />
            ))}
          </ul>
        )}
      </div>
    );
  };
  return (
    <Surface
      acquiring={acquiring}
      labels={labels}
      className={className}
      title={(kitTexts) => kitTexts.savedCards}
      rootRef={root}
    >
      {body()}
    </Surface>
  );
}

interface SavedCardRowProps {
  readonly card: SavedCard;
  readonly isAsked: boolean;
  readonly isRemoving: boolean;
  readonly onAsk: (id: string | null) => void;
  readonly onRemove: (id: string) => void;
  readonly onSelect: ((card: SavedCard) => void) | undefined;
}

function SavedCardRow(props: SavedCardRowProps): ReactElement {
  const { card, isAsked, isRemoving, onAsk, onRemove, onSelect } = props;
  const kitTexts = useKitTexts();
  const name = cardNameOf(kitTexts, card);
  const label = (
    <>
      <CardIcon />
      <span className="acq-choice-name">
        {name} <small className="acq-choice-note">{cardExpiryText(kitTexts, card)}</small>
      </span>
    </>
  );
  return (
    <li className="acq-card">
      {onSelect === undefined ? (
        <span className="acq-card-label">{label}</span>
      ) : (
        <button
          type="button"
          className="acq-card-label acq-card-select"
          onClick={() => {
            onSelect(card);
          }}
        >
          {label}
        </button>
      )}
      <ConfirmQuestion
        as="row"
        isAsked={isAsked}
        isBusy={isRemoving}
        label={kitTexts.remove}
        name={fill(kitTexts.removeCard, { card: name })}
        question={kitTexts.removeConfirm}
        onAsk={(asks) => {
          onAsk(asks ? card.id : null);
        }}
        onAnswer={() => {
          onRemove(card.id);
        }}
        mayReturn={() => document.activeElement === document.body}
      />
    </li>
  );
}
