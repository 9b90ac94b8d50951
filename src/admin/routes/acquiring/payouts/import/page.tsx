import { Container, Heading, Text } from "@medusajs/ui";
import { Link } from "react-router-dom";
import { Trouble } from "../../../../components/actions/outcome";
import { RequirePayoutSetup } from "../../../../components/payout-form/require-payout-setup";
import { FilePicker } from "../../../../components/payout-import/file-picker";
import { ImportResult } from "../../../../components/payout-import/import-result";
import { Preview } from "../../../../components/payout-import/preview";
import { ImportProgress } from "../../../../components/payout-import/progress";
import { useImport } from "../../../../components/payout-import/use-import";
import { useTexts } from "../../../../lib/texts";

/** Imports payouts from a file as drafts, then submits them. Nothing is sent to the gateway from here. */
const ImportPage = () => {
  const { t } = useTexts();
  return <RequirePayoutSetup title={t("payoutImport.title")}>{() => <Import />}</RequirePayoutSetup>;
};

function Import() {
  const { t } = useTexts();
  const { doing, chosen, preview, made, isRepeating, trouble, choose, allowRepeats, make, forget } = useImport();
  const isPicking = preview === null;
  return (
    <Container className="flex flex-col gap-y-6 px-6 py-4" data-testid="acquiring-payout-import">
      <div>
        <Link to="/acquiring/payouts" className="txt-compact-small text-ui-fg-base underline">
          {t("payout.back")}
        </Link>
        <Heading level="h1">{t("payoutImport.title")}</Heading>
        <Text size="small" className="text-ui-fg-subtle">
          {t("payoutImport.subtitle")}
        </Text>
      </div>
      {isPicking ? <FilePicker onChoose={(file) => void choose(file)} isBusy={doing === "checking"} /> : null}
      {doing === null ? null : (
        <ImportProgress label={t("payoutImport.progress")} text={t(`payoutImport.${doing}`)} done={0} total={0} />
      )}
      {trouble === null ? null : <Trouble text={trouble} />}
      {preview !== null && chosen !== null && made === null ? (
        <Preview
          file={chosen}
          answer={preview}
          isMaking={doing !== null}
          isRepeating={isRepeating}
          onRepeats={(isAllowed) => void allowRepeats(isAllowed)}
          onMake={(skipBad) => void make(skipBad)}
          onAnother={forget}
        />
      ) : null}
      {made === null ? null : <ImportResult answer={made} onAnother={forget} />}
    </Container>
  );
}

export default ImportPage;
