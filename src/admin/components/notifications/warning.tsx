import { Alert } from "@medusajs/ui";

export function Warning({ text, testId }: { text: string; testId: string }) {
  return (
    <Alert variant="warning" data-testid={testId}>
      <span className="[overflow-wrap:anywhere]">{text}</span>
    </Alert>
  );
}
