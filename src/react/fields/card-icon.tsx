import type { ReactElement } from "react";
import { brandName } from "../parts/sdk";

/** A neutral card icon: brand logos have usage rules, so brands appear as text. */
export function CardIcon(): ReactElement {
  return (
    <svg className="acq-mark" viewBox="0 0 38 24" width="38" height="24" focusable="false" aria-hidden="true">
      <rect x="0.5" y="0.5" width="37" height="23" rx="3.5" fill="#fff" stroke="#c9cdd3" />
      <rect x="1" y="6" width="36" height="4" fill="#8a8f98" />
      <rect x="5" y="15" width="12" height="2.5" rx="1.25" fill="#b9bdc4" />
    </svg>
  );
}

/** At the end of the number field: the brand once the digits determine it. */
export function CardBrandName({ brand }: { readonly brand: string | null }): ReactElement {
  const name = brandName(brand);
  return name === null ? <CardIcon /> : <span className="acq-brand">{name}</span>;
}
