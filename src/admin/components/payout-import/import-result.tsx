import { Button, Text } from "@medusajs/ui";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import type { PayoutBulk, PayoutImportAnswer } from "../../../api-schema/admin";
import { fetchPayouts } from "../../lib/payouts/payout-calls";
import { errorTextOf } from "../../lib/use-payment-action";
import { useTexts } from "../../lib/texts";
import { Trouble } from "../actions/outcome";
import { PreviewTable } from "./preview-table";
import { SubmitImported } from "./submit-imported";

interface Props {
  readonly answer: PayoutImportAnswer;
  readonly onAnother: () => void;
}

export function ImportResult({ answer, onAnother }: Props) {
  const { t } = useTexts();
  const { import_id: importId, made, bad } = answer;
  const list = `/acquiring/payouts?import_id=${encodeURIComponent(importId ?? "")}`;
  return (
    <div className="flex flex-col gap-y-5" data-testid="acquiring-import-made">
      <div role="status">
        <Text weight="plus">{t("payoutImport.created", { number: made })}</Text>
        <Text size="small" className="text-ui-fg-subtle">
          {t("payoutImport.createdText")}
        </Text>
      </div>
      {importId === null ? null : <Drafts importId={importId} />}
      {bad === 0 ? null : (
        <>
          <Text size="small">{t("payoutImport.skipped", { number: bad })}</Text>
          <PreviewTable answer={answer} />
        </>
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="small" variant="secondary" asChild>
          <Link to={list} data-testid="acquiring-import-show">
            {t("payoutImport.show")}
          </Link>
        </Button>
        <Button type="button" size="small" variant="secondary" onClick={onAnother}>
          {t("payoutImport.another")}
        </Button>
      </div>
    </div>
  );
}

const AT_ONCE = 100;
const MOST = 10_000;

function Drafts({ importId }: { importId: string }) {
  const { t } = useTexts();
  const { data, error } = useQuery({
    // A query of its own: the list to submit must not change while submitting.
    queryKey: ["acquiring-import", importId],
    queryFn: ({ signal }) => draftsOf(importId, signal),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  if (error) return <Trouble text={errorTextOf(t, error)} />;
  if (data === undefined || data.length === 0) return null;
  return <SubmitImported payouts={data} />;
}

/** Page by page; submitted ones are no longer drafts. */
async function draftsOf(importId: string, signal: AbortSignal): Promise<PayoutBulk["payouts"]> {
  const found: PayoutBulk["payouts"] = [];
  for (let offset = 0; offset < MOST; offset += AT_ONCE) {
    const page = new URLSearchParams({ import_id: importId, state: "draft", order: "created_at" });
    page.set("limit", String(AT_ONCE));
    page.set("offset", String(offset));
    const { payouts, count } = await fetchPayouts(page, signal);
    for (const { id, payload_hash: hash } of payouts) if (hash !== null) found.push({ id, payload_hash: hash });
    if (offset + AT_ONCE >= count) break;
  }
  return found;
}
