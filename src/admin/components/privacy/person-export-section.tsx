import { Button, toast } from "@medusajs/ui";
import { downloadPerson } from "../../lib/privacy/privacy-calls";
import type { SoughtBy } from "../../lib/privacy/person-search";
import { useSending } from "../../lib/use-sending";
import { useTexts } from "../../lib/texts";
import { Trouble } from "../actions/outcome";
import { SectionHead } from "../notifications/section-head";

export function PersonExportSection({ person }: { person: SoughtBy }) {
  const { t } = useTexts();
  const { isSending, trouble, go } = useSending({
    send: downloadPerson,
    onDone: (file) => toast.success(t("privacy.export.done", { file })),
    onRefused: () => undefined,
  });
  return (
    <div data-testid="acquiring-person-export">
      <SectionHead title={t("privacy.export.title")} text={t("privacy.export.text")}>
        <Button
          size="small"
          variant="secondary"
          isLoading={isSending}
          onClick={() => go(person)}
          data-testid="acquiring-export"
        >
          {t("privacy.export.go")}
        </Button>
      </SectionHead>
      {trouble === null ? null : (
        <div className="px-6 pb-4">
          <Trouble text={trouble} />
        </div>
      )}
    </div>
  );
}
