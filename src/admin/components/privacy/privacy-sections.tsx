import { Container, Heading, Text } from "@medusajs/ui";
import type { ReactNode } from "react";
import { useState } from "react";
import type { PrivacyPage } from "../../../api-schema/admin";
import type { SoughtBy } from "../../lib/privacy/person-search";
import { useTexts } from "../../lib/texts";
import type { LeaveQuestion } from "../capture-policy/leave-guard";
import { PersonResult } from "./person-result";
import { HoldSection } from "./hold-section";
import { PersonSearch } from "./person-search";
import { RetentionSection } from "./retention-section";

interface Props {
  readonly page: PrivacyPage;
  /** Opens a payment beside the page. */
  readonly onOpen: (paymentId: string) => void;
  readonly guard: (question: LeaveQuestion) => ReactNode;
}

/** What is stored of a person, what is kept for long, and what is removed by itself. */
export function PrivacySections({ page, onOpen, guard }: Props) {
  const { t } = useTexts();
  const [sought, setSought] = useState<SoughtBy | null>(null);
  return (
    <div className="flex flex-col gap-y-3" data-testid="acquiring-privacy">
      <Container className="px-6 py-4">
        <Heading level="h1">{t("privacy.title")}</Heading>
        <Text size="small" className="text-ui-fg-subtle">
          {t("privacy.subtitle")}
        </Text>
      </Container>
      <PersonSearch onSearch={setSought} />
      {sought === null ? null : (
        <PersonResult
          key={`${sought.kind} ${sought.value}`}
          person={sought}
          holds={page.holds}
          onOpen={onOpen}
          guard={guard}
        />
      )}
      <HoldSection holds={page.holds} person={sought} />
      <RetentionSection kinds={page.retention} />
    </div>
  );
}
