import { Text } from "@medusajs/ui";
import type { SoughtBy } from "../../lib/privacy/person-search";
import { isTypedAgain, MOST_REASON, namesNobody } from "../../lib/privacy/person-search";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/texts";
import { LongField, TextField } from "../forms/fields";

interface Props {
  readonly person: SoughtBy;
  readonly reason: string;
  readonly typed: string;
  readonly onReason: (reason: string) => void;
  readonly onType: (typed: string) => void;
}

const EXPLAINED = [
  ["privacy.erase.goneTitle", "privacy.erase.gone"],
  ["privacy.erase.staysTitle", "privacy.erase.stays"],
  ["privacy.erase.medusaTitle", "privacy.erase.medusa"],
] as const;

export function EraseFields({ person, reason, typed, onReason, onType }: Props) {
  const { t } = useTexts();
  // Nobody has finished typing before it is as long.
  const isWrong = typed.trim().length >= person.value.length && !isTypedAgain(person, typed);
  return (
    <>
      <dl className="flex flex-col gap-y-3">
        {EXPLAINED.map(([title, text]) => (
          <div key={title}>
            <dt className="txt-compact-small-plus">{t(title)}</dt>
            <dd>
              <Text size="small" className="text-ui-fg-subtle">
                {t(text)}
              </Text>
            </dd>
          </div>
        ))}
      </dl>
      <LongField
        name={t("action.field.reason")}
        path="reason"
        value={reason}
        most={MOST_REASON}
        hint={t("privacy.erase.reasonHint")}
        problem={namesNobody(reason) ? null : t("privacy.erase.reasonInvalid")}
        isRequired
        onType={onReason}
      />
      <TextField
        name={t("privacy.erase.confirm", { who: short(person.value) })}
        path="confirm"
        value={typed}
        problem={isWrong ? t("privacy.erase.confirmInvalid") : null}
        isRequired
        onType={onType}
      />
    </>
  );
}
