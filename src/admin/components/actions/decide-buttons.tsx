import { Button } from "@medusajs/ui";
import type { DecideAction } from "../../../api-schema/admin";
import { useTexts } from "../../lib/texts";

const RESULTS = [
  ["happened", "action.happened"],
  ["did_not_happen", "action.didNotHappen"],
] as const;

/** The two possible results of an operation that no query can tell; each opens the drawer prefilled. */
export function DecideButtons({ onChoose }: { onChoose: (resolution: DecideAction["resolution"]) => void }) {
  const { t } = useTexts();
  return (
    <span className="mt-2 flex flex-wrap gap-2">
      {RESULTS.map(([resolution, words]) => (
        <Button
          key={resolution}
          size="small"
          variant="secondary"
          onClick={() => onChoose(resolution)}
          data-testid={`acquiring-decide-${resolution}`}
        >
          {t(words)}
        </Button>
      ))}
    </span>
  );
}
