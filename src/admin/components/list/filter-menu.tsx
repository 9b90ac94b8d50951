import { ChevronDownMini } from "@medusajs/icons";
import { Button, DropdownMenu } from "@medusajs/ui";
import { useRef } from "react";

interface Props {
  readonly name: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly chosen: readonly string[];
  readonly onChoose: (values: readonly string[]) => void;
}

/** One filter with any number of choices; hidden without any. A chosen value that is no longer offered can be removed. */
export function FilterMenu({ name, choices: offered, chosen, onChoose }: Props) {
  const seen = useRef(new Map<string, string>());
  for (const { value, label } of offered) seen.current.set(value, label);
  const gone = chosen.filter((value) => !offered.some((choice) => choice.value === value));
  const choices = [...offered, ...gone.map((value) => ({ value, label: seen.current.get(value) ?? value }))];
  if (choices.length === 0) return null;
  const labels = choices.filter(({ value }) => chosen.includes(value)).map(({ label }) => label);
  const toggled = (value: string): readonly string[] =>
    chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value];
  return (
    <DropdownMenu>
      <DropdownMenu.Trigger asChild>
        <Button size="small" variant="secondary" className="max-w-64" data-testid={`acquiring-filter-${name}`}>
          <span className="truncate">
            {name}
            {labels.length === 0 ? null : <span className="text-ui-fg-subtle">: {labels.join(", ")}</span>}
          </span>
          <ChevronDownMini aria-hidden="true" />
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content align="start" className="max-h-80 overflow-y-auto">
        {choices.map(({ value, label }) => (
          <DropdownMenu.CheckboxItem
            key={value}
            checked={chosen.includes(value)}
            onSelect={(event) => event.preventDefault()}
            onCheckedChange={() => onChoose(toggled(value))}
          >
            <bdi>{label}</bdi>
          </DropdownMenu.CheckboxItem>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu>
  );
}
