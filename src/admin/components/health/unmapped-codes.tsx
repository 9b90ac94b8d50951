import { Copy, Heading, Text } from "@medusajs/ui";
import type { AccountHealth } from "../../../api-schema/admin";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/texts";

export function UnmappedCodes({ codes }: { codes: AccountHealth["unmapped"] }) {
  const { t, moment } = useTexts();
  return (
    <section className="flex flex-col gap-y-2" data-testid="acquiring-unmapped">
      <Heading level="h3">{t("health.unmapped")}</Heading>
      <Text size="small" className="text-ui-fg-subtle">
        {t(codes.length === 0 ? "health.unmappedNone" : "health.unmappedText")}
      </Text>
      <ul className="flex flex-col gap-y-3">
        {codes.map(({ field, value, count, last_seen: last, snippet }) => (
          <li key={`${field}:${value}`} className="border-ui-border-base flex flex-col gap-y-1 rounded-lg border p-3">
            <Text size="small" weight="plus" className="[overflow-wrap:anywhere]">
              <bdi>{short(field)}</bdi>: <bdi>{short(value)}</bdi>
            </Text>
            <Text size="xsmall" className="text-ui-fg-subtle">
              {t("health.seen", { number: count, moment: moment(last) })}
            </Text>
            <div className="bg-ui-bg-subtle flex items-start gap-x-2 rounded-md p-2">
              <pre className="txt-compact-xsmall min-w-0 flex-1 whitespace-pre-wrap font-mono [overflow-wrap:anywhere]">
                {snippet}
              </pre>
              <Copy content={snippet} variant="mini" aria-label={t("health.copySnippet")} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
