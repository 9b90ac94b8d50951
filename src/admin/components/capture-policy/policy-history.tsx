import { Badge, Container, Heading, Text } from "@medusajs/ui";
import type { CapturePolicyPage } from "../../../api-schema/admin";
import { changesBetween } from "../../lib/capture-policy/rule-changes";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/texts";
import { HistoryEntry, HistoryList } from "../history";
import { RuleChanges } from "./rule-changes";

interface Props {
  readonly page: CapturePolicyPage;
  readonly nameOf: (userId: string) => string;
}

/** Who saved which version when, and what it changed. */
export function PolicyHistory({ page, nameOf }: Props) {
  const { t } = useTexts();
  return (
    <Container className="flex flex-col gap-y-3 px-6 py-4" data-testid="acquiring-policy-history">
      <Heading level="h2">{t("policy.history.title")}</Heading>
      {page.history.length === 0 ? (
        <Text size="small" className="text-ui-fg-subtle">
          {t("policy.history.none")}
        </Text>
      ) : (
        <HistoryList>
          {page.history.map(({ version, saved_at: at, saved_by: by }, index) => (
            <HistoryEntry
              key={version}
              at={at}
              by={t("policy.history.by", { who: short(nameOf(by)) })}
              note={null}
              found={{ "data-testid": "acquiring-policy-version", "data-kind": String(version) }}
              what={
                <>
                  {t("policy.history.version", { number: version })}{" "}
                  {version === page.version ? (
                    <Badge size="2xsmall" color="green">
                      {t("policy.history.current")}
                    </Badge>
                  ) : null}
                </>
              }
            >
              <Difference page={page} index={index} />
            </HistoryEntry>
          ))}
        </HistoryList>
      )}
    </Container>
  );
}

/** To the version before. The oldest one of a long history has none here: its rules are listed as they were. */
function Difference({ page, index }: { page: CapturePolicyPage; index: number }) {
  const { t } = useTexts();
  const one = page.history[index];
  if (one === undefined) return null;
  const before = page.history[index + 1]?.rules ?? [];
  const changes = changesBetween(before, one.rules);
  if (changes.length === 0) return <Text size="xsmall">{t("policy.history.same")}</Text>;
  return (
    <details className="txt-xsmall">
      <summary className="text-ui-fg-subtle cursor-pointer">
        {t("policy.history.changes", { number: changes.length })}
      </summary>
      <div className="pt-2">
        <RuleChanges changes={changes} choices={page} />
      </div>
    </details>
  );
}
