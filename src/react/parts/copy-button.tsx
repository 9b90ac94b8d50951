import type { ReactElement } from "react";
import { useState } from "react";
import { useKitTexts } from "./surface";

export interface CopyButtonProps {
  readonly label: string;
  readonly value: string;
}

export function CopyButton({ label, value }: CopyButtonProps): ReactElement | null {
  const kitTexts = useKitTexts();
  const [state, setState] = useState<"ready" | "copied" | "refused">("ready");
  const clipboard: Clipboard | undefined = globalThis.navigator.clipboard;
  if (clipboard === undefined || state === "refused") return null;
  return (
    <>
      <button
        type="button"
        className="acq-button acq-button-quiet"
        aria-label={`${kitTexts.copy}: ${label}`}
        onClick={() => {
          clipboard.writeText(value).then(
            () => {
              setState("copied");
            },
            () => {
              setState("refused");
            },
          );
        }}
      >
        {state === "copied" ? kitTexts.copied : kitTexts.copy}
      </button>
      <span className="acq-sr" role="status">
        {state === "copied" ? kitTexts.copied : ""}
      </span>
    </>
  );
}
