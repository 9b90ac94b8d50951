import { Button } from "@medusajs/ui";
import type { DecideAction } from "../../../api-schema/admin";
import { useTexts } from "../../lib/texts";

const RESULTS = [
  ["happened", "action.happened"],
  ["did_not_happen", "action.didNotHappen"],
] as const;

/**
 * The two possible results of an operation that no query can tell. Each opens the drawer prefilled, so that one more
 * click records it.
 */
export function DecideButtons({ onChoose }: { onChoose: (verdict: DecideAction["verdict"]) => void }) {
  const { t } = useTexts();
  return (
    <span className="mt-2 flex flex-wrap gap-2">
      {RESULTS.map(([verdict, words]) => (
        <Button
          key={verdict}
          size="small"
          variant="secondary"
          onClick={() => onChoose(verdict)}
          data-testid={`acquiring-decide-${verdict}`}
        >
          {t(words)}
        </Button>
      ))}
    </span>
  );
}
