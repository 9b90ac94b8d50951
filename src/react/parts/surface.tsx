import type { ReactElement, ReactNode, Ref } from "react";
import { createContext, useContext, useMemo } from "react";
import type { Acquiring, Texts } from "./sdk";
import type { LabelOverrides, KitTexts } from "../words";
import { wordsOf } from "../words";

/** The root of each component: language, direction and words for what is inside. */
interface Spoken {
  readonly texts: Texts;
  readonly words: KitTexts;
}

const SpokenContext = createContext<Spoken | null>(null);

function useSpoken(): Spoken {
  const spoken = useContext(SpokenContext);
  if (spoken === null) throw new Error("This component belongs inside a Surface.");
  return spoken;
}

/** Labels, with the shop's own before ours. */
export const useKitTexts = (): KitTexts => useSpoken().words;
/** Error texts. */
export const useTexts = (): Texts => useSpoken().texts;

export interface SurfaceProps {
  readonly acquiring: Acquiring;
  /** The shop's own words instead of single ones. */
  readonly labels?: LabelOverrides;
  /** Further classes for the root. */
  readonly className?: string;
  /** What the region is called for a screen reader. */
  readonly title: (words: KitTexts) => string;
  readonly rootRef?: Ref<HTMLElement>;
  readonly children: ReactNode;
}

export function Surface({ acquiring, labels, className, title, rootRef, children }: SurfaceProps): ReactElement {
  const { texts } = acquiring;
  const spoken = useMemo(() => ({ texts, words: wordsOf(texts, labels) }), [texts, labels]);
  return (
    <SpokenContext.Provider value={spoken}>
      <section
        ref={rootRef}
        className={className ? `acq-root ${className}` : "acq-root"}
        dir={acquiring.direction}
        lang={acquiring.language}
        aria-label={title(spoken.words)}
      >
        {children}
      </section>
    </SpokenContext.Provider>
  );
}
