import { Button, Container, Heading, Skeleton, Text } from "@medusajs/ui";
import { isRequestRefused } from "../lib/client";
import { errorTextOf } from "../lib/use-payment-action";
import { useTexts } from "../lib/texts";

export function Loading() {
  const { t } = useTexts();
  return (
    <Container aria-busy="true" aria-label={t("payment.loading")}>
      <Skeleton className="mb-3 h-6 w-40" />
      <Skeleton className="h-32 w-full" />
    </Container>
  );
}

interface FailedProps {
  /** Name of what was requested; default: a payment. */
  readonly title?: string;
  /** The message; default: a payment could not be loaded. */
  readonly text?: string;
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly isBusy: boolean;
}

export function Failed({ title, text, error, onRetry, isBusy }: FailedProps) {
  const { t } = useTexts();
  const isForbidden = isRequestRefused(error, 403);
  return (
    <Container className="flex flex-col items-start gap-y-3" data-testid="acquiring-error">
      <Heading level="h2">{title ?? t("payment.title")}</Heading>
      <Text size="small" role="alert">
        {isForbidden ? errorTextOf(t, error) : (text ?? t("payment.failed"))}
      </Text>
      <Button size="small" variant="secondary" onClick={onRetry} isLoading={isBusy}>
        {t("payment.retry")}
      </Button>
    </Container>
  );
}

/** Shown above older data when reloading it failed. */
export function Stale() {
  const { t } = useTexts();
  return (
    <Text size="xsmall" role="status" className="text-ui-fg-subtle px-6 py-2">
      {t("payment.stale")}
    </Text>
  );
}
