import { Button, Container, Heading, Skeleton, Text } from "@medusajs/ui";
import { words } from "../i18n/en";

/** What the widget shows when it has nothing to show yet, or could not ask. Knows nothing about payments. */
export function Loading() {
  return (
    <Container aria-busy="true" aria-label={words.loading}>
      <Skeleton className="mb-3 h-6 w-40" />
      <Skeleton className="h-32 w-full" />
    </Container>
  );
}

export function Failed({ onRetry, isBusy }: { onRetry: () => void; isBusy: boolean }) {
  return (
    <Container className="flex flex-col items-start gap-y-3" data-testid="acquiring-error">
      <Heading level="h2">{words.title}</Heading>
      <Text size="small" role="alert">
        {words.failed}
      </Text>
      <Button size="small" variant="secondary" onClick={onRetry} isLoading={isBusy}>
        {words.retry}
      </Button>
    </Container>
  );
}

/** Said above what was known before, when asking again failed. */
export function Stale() {
  return (
    <Text size="xsmall" role="status" className="text-ui-fg-subtle px-6 py-2">
      {words.stale}
    </Text>
  );
}
