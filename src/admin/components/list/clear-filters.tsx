import { Button } from "@medusajs/ui";
import type { UrlState } from "../../lib/use-url-state";
import { useTexts } from "../../lib/texts";

interface Props {
  readonly address: UrlState;
  readonly names: readonly string[];
}

export function ClearFilters({ address, names }: Props) {
  const { t } = useTexts();
  if (names.every((name) => address.one(name) === null)) return null;
  return (
    <Button
      size="small"
      variant="transparent"
      onClick={() => address.set(Object.fromEntries(names.map((name) => [name, null])))}
    >
      {t("payments.clear")}
    </Button>
  );
}
