import { Heading, Text } from "@medusajs/ui";
import type { ReactNode } from "react";

interface Props {
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}

/** `children`: the buttons of the section. */
export function SectionHead({ title, text, children }: Props) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-3 px-6 py-4">
      <div className="min-w-0">
        <Heading level="h2">{title}</Heading>
        <Text size="small" className="text-ui-fg-subtle">
          {text}
        </Text>
      </div>
      <div className="flex flex-wrap items-center gap-2">{children}</div>
    </div>
  );
}
