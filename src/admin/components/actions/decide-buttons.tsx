import { Button } from "@medusajs/ui";
import type { DecideAction } from "../../../contract/admin";
import { useWords } from "../../lib/words";

/** The two results of an operation that no query can tell. Each opens the decision, filled in: one more click records it. */
export function DecideButtons({ onChoose }: { onChoose: (verdict: DecideAction["verdict"]) => void }) {
  const { say } = useWords();
  return (
    <span className="mt-2 flex flex-wrap gap-2">
      <Button
        size="small"
        variant="secondary"
        onClick={() => onChoose("happened")}
        data-testid="acquiring-decide-happened"
      >
        {say("action.happened")}
      </Button>
      <Button
        size="small"
        variant="secondary"
        onClick={() => onChoose("did_not_happen")}
        data-testid="acquiring-decide-did_not_happen"
      >
        {say("action.didNotHappen")}
      </Button>
    </span>
  );
}
