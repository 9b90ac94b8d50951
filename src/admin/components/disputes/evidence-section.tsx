import { Button, Container, Heading, Text } from "@medusajs/ui";
import { useRef, useState } from "react";
import type { AdminDispute } from "../../../api-schema/admin";
import type { EvidenceFormat } from "../../lib/disputes/dispute-calls";
import { downloadEvidence } from "../../lib/disputes/dispute-calls";
import { errorTextOf, useRefresh } from "../../lib/use-payment-action";
import { useTexts } from "../../lib/texts";
import { Trouble } from "../actions/outcome";

const FORMATS: readonly EvidenceFormat[] = ["pdf", "zip"];

/** What this store knows about the payment, for the gateway's portal. */
export function EvidenceSection({ dispute }: { dispute: AdminDispute }) {
  const { t } = useTexts();
  const refresh = useRefresh();
  const isBusy = useRef(false);
  const [making, setMaking] = useState<EvidenceFormat | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const download = (format: EvidenceFormat): void => {
    if (isBusy.current) return;
    isBusy.current = true;
    setMaking(format);
    setTrouble(null);
    downloadEvidence(dispute, format)
      .catch((error: unknown) => setTrouble(errorTextOf(t, error)))
      .finally(() => {
        isBusy.current = false;
        setMaking(null);
        // The history has the download.
        refresh();
      });
  };
  return (
    <Container className="flex flex-col gap-y-3 px-6 py-4" data-testid="acquiring-dispute-evidence">
      <Heading level="h2">{t("disputes.evidence")}</Heading>
      <Text size="small" className="text-ui-fg-subtle">
        {t("disputes.evidenceText")}
      </Text>
      <div className="flex flex-wrap items-center gap-2">
        {FORMATS.map((format) => (
          <Button
            key={format}
            size="small"
            variant="secondary"
            isLoading={making === format}
            disabled={making !== null && making !== format}
            onClick={() => download(format)}
            data-testid={`acquiring-evidence-${format}`}
          >
            {t(`disputes.download.${format}`)}
          </Button>
        ))}
      </div>
      <Text size="small" role="status" className="text-ui-fg-subtle empty:hidden">
        {making === null ? "" : t("disputes.making")}
      </Text>
      {trouble === null ? null : <Trouble text={trouble} />}
    </Container>
  );
}
