import { Button, Input, toast } from "@medusajs/ui";
import { useRef } from "react";
import { useTexts } from "../lib/texts";

interface Props {
  readonly text: string;
  /** Said when it is in the clipboard. */
  readonly copied: string;
  /** Said when the browser refused: the text stays selected. */
  readonly copyByHand: string;
  readonly "aria-label"?: string;
  readonly "aria-labelledby"?: string;
  readonly "aria-describedby"?: string;
  readonly fieldId: string;
  readonly buttonId: string;
}

/** A text that can only be copied. `fieldId` and `buttonId` are for tests. */
export function CopyField({ text, copied, copyByHand, fieldId, buttonId, ...labels }: Props) {
  const { t } = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const copy = (): void => {
    input.current?.select();
    writeToClipboard(text)
      .then(() => toast.success(copied))
      .catch(() => toast.error(copyByHand));
  };
  return (
    <div className="flex items-center gap-x-2">
      <div className="min-w-0 grow">
        <Input
          {...labels}
          ref={input}
          size="small"
          readOnly
          dir="ltr"
          value={text}
          onFocus={(event) => event.target.select()}
          data-testid={fieldId}
        />
      </div>
      <Button size="small" variant="secondary" type="button" onClick={copy} data-testid={buttonId}>
        {t("link.copy")}
      </Button>
    </div>
  );
}

/** Without a secure context the browser has no clipboard. */
async function writeToClipboard(text: string): Promise<void> {
  if (!("clipboard" in navigator)) throw new Error("no clipboard");
  await navigator.clipboard.writeText(text);
}
