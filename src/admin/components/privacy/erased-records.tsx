import { Button, Heading, Input, Table, Text, toast } from "@medusajs/ui";
import { useId, useRef } from "react";
import type { PersonErased } from "../../../api-schema/admin";
import { writeToClipboard } from "../../lib/clipboard";
import { sectionName } from "../../lib/privacy/privacy-texts";
import { useTexts } from "../../lib/texts";

/** What an erasure did, and the key that nothing shows again. */
export function ErasedRecords({ erased: { sections, proof_key: key } }: { erased: PersonErased }) {
  const { t, locale } = useTexts();
  const counts = Object.entries(sections);
  return (
    <div role="status" className="flex flex-col gap-y-4" data-testid="acquiring-erased">
      {key === null ? null : <ProofKey proofKey={key} />}
      {counts.length === 0 ? null : (
        <Table>
          <Table.Header>
            <Table.Row>
              <Table.HeaderCell>{t("privacy.person.kind")}</Table.HeaderCell>
              <Table.HeaderCell>{t("privacy.erase.erased")}</Table.HeaderCell>
            </Table.Row>
          </Table.Header>
          <Table.Body>
            {counts.map(([name, count]) => (
              <Table.Row key={name} data-testid="acquiring-erased-section" data-section={name}>
                <Table.Cell>{sectionName(t, name)}</Table.Cell>
                <Table.Cell>{count.toLocaleString(locale)}</Table.Cell>
              </Table.Row>
            ))}
          </Table.Body>
        </Table>
      )}
    </div>
  );
}

function ProofKey({ proofKey }: { proofKey: string }) {
  const { t } = useTexts();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const copy = (): void => {
    input.current?.select();
    writeToClipboard(proofKey)
      .then(() => toast.success(t("privacy.erase.copied")))
      .catch(() => toast.error(t("privacy.erase.copyByHand")));
  };
  return (
    <div className="flex flex-col gap-y-2">
      <Heading level="h3" id={id}>
        {t("privacy.erase.key")}
      </Heading>
      <Text size="small" id={`${id}-text`} className="text-ui-fg-subtle">
        {t("privacy.erase.keyText")}
      </Text>
      <div className="flex items-center gap-x-2">
        <div className="min-w-0 grow">
          <Input
            ref={input}
            size="small"
            readOnly
            dir="ltr"
            value={proofKey}
            aria-labelledby={id}
            aria-describedby={`${id}-text`}
            onFocus={(event) => event.target.select()}
            data-testid="acquiring-proof-key"
          />
        </div>
        <Button size="small" variant="secondary" type="button" onClick={copy} data-testid="acquiring-proof-key-copy">
          {t("link.copy")}
        </Button>
      </div>
    </div>
  );
}
