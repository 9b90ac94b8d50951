import { Button, Container } from "@medusajs/ui";
import { useQueryClient } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { useRef, useState } from "react";
import { personKey } from "../../lib/privacy/privacy-calls";
import type { PersonKind, SoughtBy } from "../../lib/privacy/person-search";
import { PERSON_KINDS, readPerson } from "../../lib/privacy/person-search";
import { useTexts } from "../../lib/texts";
import { Pair } from "../forms/collapsible";
import { SelectField, TextField } from "../forms/fields";
import { focusInvalidField } from "../forms/focus-invalid-field";
import { SectionHead } from "../notifications/section-head";

export function PersonSearch({ onSearch }: { onSearch: (person: SoughtBy) => void }) {
  const { t } = useTexts();
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [kind, setKind] = useState<PersonKind>("email");
  const [typed, setTyped] = useState("");
  const [isWrong, setWrong] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const person = readPerson(kind, typed);
    setWrong(person === null);
    if (person === null) return focusInvalidField(form.current);
    onSearch(person);
    // Searched again: counted again.
    void client.invalidateQueries({ queryKey: personKey(person) });
  };
  return (
    <Container className="divide-y overflow-hidden p-0" data-testid="acquiring-person-search">
      <SectionHead title={t("privacy.find.title")} text={t("privacy.find.text")} />
      <form ref={form} onSubmit={submit} noValidate className="flex flex-col gap-y-4 px-6 py-4">
        <Pair>
          <SelectField
            name={t("privacy.find.by")}
            path="kind"
            value={kind}
            choices={PERSON_KINDS.map((value) => ({ value, label: t(`privacy.find.kind.${value}`) }))}
            onType={(value) => {
              setKind(PERSON_KINDS.find((one) => one === value) ?? "email");
              setWrong(false);
            }}
          />
          <TextField
            name={t(`privacy.find.kind.${kind}`)}
            path="person"
            value={typed}
            hint={t(`privacy.find.hint.${kind}`)}
            problem={isWrong ? t(`privacy.find.invalid.${kind}`) : null}
            onType={(value) => {
              setTyped(value);
              setWrong(false);
            }}
          />
        </Pair>
        <div>
          <Button type="submit" size="small" data-testid="acquiring-person-find">
            {t("privacy.find.go")}
          </Button>
        </div>
      </form>
    </Container>
  );
}
