import { ArrowUpTray } from "@medusajs/icons";
import { Button, Hint, Text } from "@medusajs/ui";
import type { DragEvent } from "react";
import { useId, useRef, useState } from "react";
import { saveText } from "../../lib/payouts/import-file";
import { TEMPLATE } from "../../lib/payouts/import-template";
import { useTexts } from "../../lib/texts";

export function FilePicker({ onChoose, isBusy }: { onChoose: (file: File) => void; isBusy: boolean }) {
  const { t } = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const id = useId();
  const take = (files: FileList | null): void => {
    const file = files?.[0];
    if (file !== undefined && !isBusy) onChoose(file);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  return (
    <div className="flex flex-col gap-y-4">
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={`bg-ui-bg-component flex flex-col items-center gap-y-2 rounded-lg border border-dashed p-8 text-center ${
          isOver ? "border-ui-border-interactive" : "border-ui-border-strong"
        }`}
      >
        <ArrowUpTray aria-hidden="true" className="text-ui-fg-subtle" />
        <Button
          type="button"
          size="small"
          variant="secondary"
          isLoading={isBusy}
          aria-describedby={`${id}-hint`}
          onClick={() => input.current?.click()}
        >
          {t("payoutImport.chooseFile")}
        </Button>
        <Hint id={`${id}-hint`}>{t("payoutImport.fileHint")}</Hint>
        <input
          ref={input}
          type="file"
          accept=".csv,text/csv"
          aria-label={t("payoutImport.file")}
          className="hidden"
          onChange={(event) => {
            take(event.target.files);
            // The same file may be chosen again after it was corrected.
            event.target.value = "";
          }}
          data-testid="acquiring-import-file"
        />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Text size="small" className="text-ui-fg-subtle max-w-xl">
          {t("payoutImport.columnsText")}
        </Text>
        <Button
          type="button"
          size="small"
          variant="secondary"
          onClick={() => saveText(TEMPLATE, "payouts-template.csv")}
          data-testid="acquiring-import-template"
        >
          {t("payoutImport.template")}
        </Button>
      </div>
    </div>
  );
}
