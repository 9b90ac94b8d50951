import { Text } from "@medusajs/ui";

interface Props {
  readonly label: string;
  readonly text: string;
  readonly done: number;
  readonly total: number;
}

/** A progress bar. Without `total` it is indeterminate. */
export function ImportProgress({ label, text, done, total }: Props) {
  const isKnown = total > 0;
  const share = isKnown ? Math.floor((done * 100) / total) : 100;
  return (
    <div className="flex flex-col gap-y-2">
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        {...(isKnown ? { "aria-valuemax": total, "aria-valuenow": done } : {})}
        className="bg-ui-bg-component h-2 w-full overflow-hidden rounded-full"
      >
        <div
          className={`bg-ui-tag-green-icon h-full ${isKnown ? "transition-[width]" : "animate-pulse"}`}
          style={{ width: `${String(share)}%` }}
        />
      </div>
      <Text size="small" role="status">
        {text}
      </Text>
    </div>
  );
}
