import { Hint, Input, Text } from "@medusajs/ui";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { OrderLines } from "../../lib/calls";
import { fetchOrderLines } from "../../lib/calls";
import { decimalsOf, priceOf, amountOf } from "../../lib/amount-entry";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/texts";

interface Props {
  readonly orderId: string;
  readonly most: string;
  readonly currency: string;
  readonly onWorth: (amount: string) => void;
}

interface Line {
  readonly id: string;
  readonly title: string;
  readonly quantity: number;
  readonly total: number;
  readonly each: string;
}

/** Chooses the returned items and fills in their amount. Renders nothing while Medusa's answer is missing. */
export function RefundItems({ orderId, most, currency, onWorth }: Props) {
  const { t, money } = useTexts();
  const [chosen, setChosen] = useState<Readonly<Record<string, number>>>({});
  const { data } = useQuery({
    queryKey: ["acquiring", "order-lines", orderId],
    queryFn: ({ signal }) => fetchOrderLines(orderId, signal),
  });
  if (!data) return null;
  const lines: Line[] = [
    ...data.order.items.map((item) => ({ ...item, title: titleOf(item) })),
    ...data.order.shipping_methods.map(({ id, name, total }) => ({ id, title: name, quantity: 1, total })),
  ].flatMap((line) =>
    line.total > 0 ? [{ ...line, each: money(priceOf([{ ...line, chosen: 1 }], decimalsOf(most)), currency) }] : [],
  );
  const choose = (id: string, pieces: number): void => {
    const next = { ...chosen, [id]: pieces };
    setChosen(next);
    onWorth(
      amountOf(
        lines.map((line) => ({ ...line, chosen: next[line.id] ?? 0 })),
        most,
      ),
    );
  };
  return (
    <details className="border-ui-border-base rounded-lg border px-3 py-2" data-testid="acquiring-refund-items">
      <summary className="txt-compact-small-plus cursor-pointer">{t("action.field.items")}</summary>
      <Hint className="block py-2">{t("action.itemsHint")}</Hint>
      <ul className="flex flex-col gap-y-2">
        {lines.map((line) => (
          <Piece key={line.id} line={line} chosen={chosen[line.id] ?? 0} onChoose={choose} />
        ))}
      </ul>
    </details>
  );
}

/** Two variants of one product have the same title. */
const titleOf = ({ title, variant_title: variant }: OrderLines["items"][number]): string =>
  variant === null || variant === title ? title : `${title} · ${variant}`;

interface PieceProps {
  readonly line: Line;
  readonly chosen: number;
  readonly onChoose: (id: string, pieces: number) => void;
}

function Piece({ line, chosen, onChoose }: PieceProps) {
  const { t } = useTexts();
  const pieces = (typed: string): number => Math.min(line.quantity, Math.max(0, Math.trunc(Number(typed)) || 0));
  return (
    <li className="flex items-center gap-x-2">
      <Text size="small" className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <bdi>{short(line.title)}</bdi>
      </Text>
      <Input
        type="number"
        size="small"
        min={0}
        max={line.quantity}
        value={chosen}
        className="w-20"
        aria-label={short(line.title)}
        onChange={(event) => onChoose(line.id, pieces(event.target.value))}
      />
      <Text size="xsmall" className="text-ui-fg-subtle w-32">
        {t("action.itemsOf", { number: line.quantity, amount: line.each })}
      </Text>
    </li>
  );
}
