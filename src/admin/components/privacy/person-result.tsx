import { Container, Heading, Text } from "@medusajs/ui";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useState } from "react";
import type { LegalHold, PersonSummary } from "../../../api-schema/admin";
import { ALWAYS_CURRENT } from "../../lib/always-current";
import { fetchPerson, personKey } from "../../lib/privacy/privacy-calls";
import type { SoughtBy } from "../../lib/privacy/person-search";
import { recordsIn } from "../../lib/privacy/privacy-texts";
import { errorTextOf } from "../../lib/use-payment-action";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/texts";
import type { LeaveQuestion } from "../capture-policy/leave-guard";
import { Failed, Loading, Stale } from "../placeholders";
import { EraseDrawer } from "./erase-drawer";
import { PersonRecords } from "./person-records";

interface Props {
  readonly person: SoughtBy;
  readonly holds: readonly LegalHold[];
  readonly onOpen: (paymentId: string) => void;
  readonly guard: (question: LeaveQuestion) => ReactNode;
}

/** The answer of one search. It is counted again after each action, and forgotten with the page. */
export function PersonResult({ person, holds, onOpen, guard }: Props) {
  const { t, locale } = useTexts();
  const [isErasing, setErasing] = useState(false);
  const { data, isPending, isError, isFetching, refetch, error } = useQuery({
    queryKey: personKey(person),
    queryFn: () => fetchPerson(person),
    ...{ gcTime: 0, retry: false },
    ...ALWAYS_CURRENT,
  });
  return (
    <div className="flex flex-col gap-y-3">
      {/* It is there before its text, so that screen readers announce it. */}
      <span role="status" className="sr-only">
        {data === undefined ? "" : isNothing(data) ? t("privacy.person.none") : countText(data)}
      </span>
      {isPending ? <Loading /> : null}
      {!isPending && !data ? (
        <Failed
          title={t("privacy.find.title")}
          text={errorTextOf(t, error)}
          error={error}
          onRetry={() => void refetch()}
          isBusy={isFetching}
        />
      ) : null}
      {data && isError ? <Stale /> : null}
      {data && isNothing(data) ? <Nothing person={person} /> : null}
      {data && !isNothing(data) ? (
        <PersonRecords
          {...{ person, holds, onOpen }}
          found={data}
          count={countText(data)}
          onErase={() => setErasing(true)}
        />
      ) : null}
      {isErasing ? (
        <EraseDrawer
          person={person}
          isBlocked={data === undefined || data.blockers.length > 0}
          guard={guard}
          onClose={() => setErasing(false)}
        />
      ) : null}
    </div>
  );

  function countText({ sections, to_erase: left }: PersonSummary): string {
    const number = (count: number): string => count.toLocaleString(locale);
    return t("privacy.person.count", { number: number(recordsIn(sections)), left: number(recordsIn(left)) });
  }
}

const isNothing = ({ sections, blockers }: PersonSummary): boolean =>
  recordsIn(sections) === 0 && blockers.length === 0;

function Nothing({ person }: { person: SoughtBy }) {
  const { t } = useTexts();
  return (
    <Container
      className="flex flex-col items-center gap-y-1 px-6 py-10 text-center"
      data-testid="acquiring-person-nothing"
    >
      <Heading level="h2">{t("privacy.person.none")}</Heading>
      <Text size="small" className="text-ui-fg-subtle max-w-xl [overflow-wrap:anywhere]">
        {t("privacy.person.noneText", { who: short(person.value) })}
      </Text>
    </Container>
  );
}
