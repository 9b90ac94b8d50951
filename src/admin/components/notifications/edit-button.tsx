import { Button } from "@medusajs/ui";
import { useTexts } from "../../lib/texts";

interface Props {
  /** What it edits, for screen readers. */
  readonly about: string;
  readonly onEdit: () => void;
  readonly testId: string;
}

export function EditButton({ about, onEdit, testId }: Props) {
  const { t } = useTexts();
  return (
    <Button
      size="small"
      variant="secondary"
      aria-label={`${t("notifications.edit")}: ${about}`}
      onClick={onEdit}
      data-testid={testId}
    >
      {t("notifications.edit")}
    </Button>
  );
}
