import { Button, FocusModal, Heading, Text } from "@medusajs/ui";
import type { BulkRun, PaymentRow } from "../../../api-schema/admin";
import { sumOfEntries } from "../../lib/amount-entry";
import { startBulk } from "../../lib/calls";
import { usePaymentAction } from "../../lib/use-payment-action";
import { useTexts } from "../../lib/texts";
import { Trouble } from "../actions/outcome";
import { RunView } from "./run-view";

interface Props {
  readonly rows: readonly Pick<PaymentRow, "id" | "capture" | "currency">[];
  /** The run shown; null before the start. */
  readonly runId: string | null;
  readonly onStarted: (run: BulkRun) => void;
  readonly onClose: () => void;
}

/** Captures the selected payments and shows each result. It can be closed at any time: the server continues. */
export function BulkModal({ rows, runId, onStarted, onClose }: Props) {
  const { t } = useTexts();
  return (
    <FocusModal open onOpenChange={(open) => (open ? undefined : onClose())}>
      <FocusModal.Content data-testid="acquiring-bulk">
        <FocusModal.Body className="flex flex-col items-center overflow-y-auto p-6">
          <div className="flex w-full max-w-3xl flex-col gap-y-6">
            <div>
              <FocusModal.Title asChild>
                <Heading level="h1">{t("payments.bulk.title")}</Heading>
              </FocusModal.Title>
              <FocusModal.Description className="txt-small text-ui-fg-subtle">
                {t("payments.bulk.text")}
              </FocusModal.Description>
            </div>
            {runId === null ? <Start rows={rows} onStarted={onStarted} /> : <RunView id={runId} />}
          </div>
        </FocusModal.Body>
        <FocusModal.Footer>
          <Button size="small" variant="secondary" onClick={onClose}>
            {t("action.close")}
          </Button>
        </FocusModal.Footer>
      </FocusModal.Content>
    </FocusModal>
  );
}

function Start({ rows, onStarted }: Pick<Props, "rows" | "onStarted">) {
  const { t, money } = useTexts();
  const currencies = [...new Set(rows.map(({ currency }) => currency))].sort();
  const action = usePaymentAction<BulkRun>({
    send: (key) => startBulk({ key, payment_ids: rows.map(({ id }) => id) }),
    isUnsent: () => false,
    onAnswer: onStarted,
  });
  return (
    <div className="flex flex-col items-start gap-y-4">
      <ul>
        {currencies.map((currency) => (
          <li key={currency}>
            <Text size="large" weight="plus">
              {t("payments.bulk.sum", { amount: money(togetherIn(currency, rows), currency) })}
            </Text>
          </li>
        ))}
      </ul>
      {action.trouble === null ? null : <Trouble text={action.trouble} />}
      <Button onClick={action.go} isLoading={action.isSending} data-testid="acquiring-bulk-start">
        {t("payments.bulk.start", { number: rows.length })}
      </Button>
    </div>
  );
}

const togetherIn = (currency: string, rows: Props["rows"]): string =>
  sumOfEntries(rows.flatMap((row) => (row.currency === currency && row.capture ? [row.capture.most] : [])));
