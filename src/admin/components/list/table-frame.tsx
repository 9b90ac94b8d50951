import type { UseDataTableReturn } from "@medusajs/ui";
import { DataTable, Heading, Text } from "@medusajs/ui";
import type { ReactNode } from "react";
import { useTexts } from "../../lib/texts";

interface Props<Row> {
  readonly instance: UseDataTableReturn<Row>;
  readonly title: string;
  readonly subtitle: string;
  readonly count: number;
  readonly empty: { readonly heading: string; readonly description: string };
  readonly buttons?: ReactNode;
  readonly filters?: ReactNode;
  /** Higher counts are not counted exactly. */
  readonly countedTo?: number;
}

export function TableFrame<Row>(props: Props<Row>) {
  const { instance, title, subtitle, count, empty, buttons, filters, countedTo } = props;
  const { t } = useTexts();
  const isCut = countedTo !== undefined && count > countedTo;
  const results = isCut ? t("payments.many", { number: countedTo }) : t("payments.results");
  return (
    <DataTable instance={instance}>
      <div className="flex flex-wrap items-start justify-between gap-3 px-6 py-4">
        <div>
          <Heading level="h1">{title}</Heading>
          <Text size="small" className="text-ui-fg-subtle">
            {subtitle}
          </Text>
        </div>
        <div className="flex flex-wrap items-center gap-2">{buttons}</div>
      </div>
      {filters}
      <DataTable.Table emptyState={{ empty, filtered: empty }} />
      <DataTable.Pagination
        translations={{
          of: t("payments.of"),
          results,
          pages: t("payments.pages"),
          prev: t("payments.previous"),
          next: t("payments.next"),
        }}
      />
      <DataTable.CommandBar selectedLabel={(number) => t("payments.selected", { number })} />
    </DataTable>
  );
}
