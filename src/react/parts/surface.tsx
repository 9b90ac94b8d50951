import type { ReactElement, ReactNode, Ref } from "react";
import { createContext, useContext, useMemo } from "react";
import type { Acquiring, Texts } from "./sdk";
import type { LabelOverrides, KitTexts } from "../kit-texts";
import { kitTextsOf } from "../kit-texts";

interface Spoken {
  readonly texts: Texts;
  readonly kitTexts: KitTexts;
}

const SpokenContext = createContext<Spoken | null>(null);

function useSpoken(): Spoken {
  const spoken = useContext(SpokenContext);
  if (spoken === null) throw new Error("This component must be rendered inside a Surface.");
  return spoken;
}

export const useKitTexts = (): KitTexts => useSpoken().kitTexts;
export const useTexts = (): Texts => useSpoken().texts;

export interface SurfaceProps {
  readonly acquiring: Acquiring;
  readonly labels?: LabelOverrides;
  readonly className?: string;
  readonly title: (kitTexts: KitTexts) => string;
  readonly rootRef?: Ref<HTMLElement>;
  readonly children: ReactNode;
}

export function Surface({ acquiring, labels, className, title, rootRef, children }: SurfaceProps): ReactElement {
  const { texts } = acquiring;
  const spoken = useMemo(() => ({ texts, kitTexts: kitTextsOf(texts, labels) }), [texts, labels]);
  return (
    <SpokenContext.Provider value={spoken}>
      <section
        ref={rootRef}
        className={className ? `acq-root ${className}` : "acq-root"}
        dir={acquiring.direction}
        lang={acquiring.language}
        aria-label={title(spoken.kitTexts)}
      >
        {children}
      </section>
    </SpokenContext.Provider>
  );
}
