import { Text } from "@medusajs/ui";
import type { NotificationPage } from "../../../api-schema/admin";
import type { RoleField, RoleForm } from "../../lib/notifications/role-form";
import { LONGEST_NAME } from "../../lib/notifications/role-form";
import { timeZones } from "../../lib/notifications/role-texts";
import { useTexts } from "../../lib/texts";
import { CollapsiblePart, Pair } from "../forms/collapsible";
import { LongField, SelectField, TextField } from "../forms/fields";
import { Check, CheckGroup } from "./check-group";
import { MessageLanguageField, TopicsField } from "./topic-fields";

/** Room for more than the server accepts, so that a whole list can be pasted and shortened. */
const LONGEST_LIST = 10_000;

interface Props {
  readonly page: Pick<NotificationPage, "webhooks">;
  readonly form: RoleForm;
  readonly problemOf: (field: RoleField) => string | null;
  readonly onChange: (change: Partial<RoleForm>) => void;
}

export function RoleFields(props: Props) {
  const { form, problemOf, onChange } = props;
  const { t } = useTexts();
  return (
    <>
      <TextField
        name={t("notifications.field.name")}
        path="name"
        value={form.name}
        most={LONGEST_NAME}
        hint={t("notifications.nameHint")}
        problem={problemOf("name")}
        isRequired
        onType={(name) => onChange({ name })}
      />
      <TopicsField chosen={form.topics} problem={problemOf("topics")} onChoose={(topics) => onChange({ topics })} />
      <RecipientFields {...props} />
      <Pair>
        <MessageLanguageField
          value={form.language}
          problem={problemOf("language")}
          onChoose={(language) => onChange({ language })}
        />
        <SelectField
          name={t("notifications.field.time_zone")}
          path="time_zone"
          value={form.time_zone}
          choices={timeZones([form.time_zone]).map((zone) => ({ value: zone, label: zone }))}
          problem={problemOf("time_zone")}
          onType={(zone) => onChange({ time_zone: zone })}
        />
      </Pair>
      <WhenFields {...props} />
    </>
  );
}

function RecipientFields({ page, form, problemOf, onChange }: Props) {
  const { t } = useTexts();
  const missing = form.webhooks.filter((key) => !page.webhooks.includes(key));
  const choices = [
    ...page.webhooks.map((value) => ({ value, label: value })),
    // Shown so that they can be removed.
    ...missing.map((value) => ({ value, label: value, text: t("notifications.webhookMissing") })),
  ];
  return (
    <CollapsiblePart title={t("notifications.recipients")}>
      <LongField
        name={t("notifications.field.emails")}
        path="emails"
        value={form.emails}
        most={LONGEST_LIST}
        hint={t("notifications.emailsHint")}
        problem={problemOf("emails")}
        onType={(emails) => onChange({ emails })}
      />
      {choices.length === 0 ? (
        <Text size="small" className="text-ui-fg-subtle [overflow-wrap:anywhere]" data-testid="acquiring-no-webhooks">
          {t("notifications.noWebhooks")}
        </Text>
      ) : (
        <CheckGroup
          name={t("notifications.field.webhooks")}
          field="webhooks"
          choices={choices}
          chosen={form.webhooks}
          hint={t("notifications.webhooksHint")}
          problem={problemOf("webhooks")}
          onChoose={(webhooks) => onChange({ webhooks })}
        />
      )}
    </CollapsiblePart>
  );
}

function WhenFields({ form, problemOf, onChange }: Props) {
  const { t } = useTexts();
  const time = (field: "daily_at" | "from" | "until") => (
    <TextField
      name={t(`notifications.field.${field}`)}
      path={field}
      type="time"
      value={form[field]}
      problem={problemOf(field)}
      isRequired
      onType={(typed) => onChange({ [field]: typed })}
    />
  );
  return (
    <CollapsiblePart title={t("notifications.when.title")}>
      <Pair>
        <SelectField
          name={t("notifications.field.delivery")}
          path="delivery"
          value={form.is_daily ? "daily" : "now"}
          choices={[
            { value: "now", label: t("notifications.when.now") },
            { value: "daily", label: t("notifications.when.onceADay") },
          ]}
          onType={(value) => onChange({ is_daily: value === "daily" })}
        />
        {form.is_daily ? time("daily_at") : null}
      </Pair>
      <Check
        label={t("notifications.field.quiet")}
        text={t("notifications.quietHint")}
        isChecked={form.is_quiet}
        testId="acquiring-check-quiet"
        onCheck={(isQuiet) => onChange({ is_quiet: isQuiet })}
      />
      {form.is_quiet ? (
        <Pair>
          {time("from")}
          {time("until")}
        </Pair>
      ) : null}
    </CollapsiblePart>
  );
}
