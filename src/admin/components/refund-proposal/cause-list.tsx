import { Text } from "@medusajs/ui";
import type { RefundCause } from "../../../api-schema/admin";
import { useTexts } from "../../lib/texts";

/** One line for each cause; together they are the refund. Item titles are the store's own texts. */
interface Props {
  readonly causes: readonly RefundCause[];
  readonly currency: string;
}

export function CauseList({ causes, currency }: Props) {
  const { t, money } = useTexts();
  return (
    <ul className="flex flex-col gap-y-2" data-testid="acquiring-refund-proposal-causes">
      {causes.map((cause, index) => (
        <li key={index} className="flex items-start justify-between gap-x-4">
          <div className="min-w-0">
            <Text size="small">
              {t(`returns.cause.${cause.kind}`, {
                number: cause.number === null ? "" : `#${String(cause.number)}`,
              }).trim()}
            </Text>
            {cause.items.map(({ title, quantity }, place) => (
              <Text key={place} size="small" className="text-ui-fg-subtle [overflow-wrap:anywhere]" dir="auto">
                {`${String(quantity)} × ${title}`}
              </Text>
            ))}
          </div>
          <Text size="small" className="shrink-0 whitespace-nowrap">
            {money(cause.amount, currency)}
          </Text>
        </li>
      ))}
    </ul>
  );
}
