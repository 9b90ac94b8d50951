import { useRef, useState } from "react";
import type { PayoutImportAnswer } from "../../../api-schema/admin";
import { newKey } from "../../lib/client";
import type { FileError } from "../../lib/payouts/import-file";
import { readFile } from "../../lib/payouts/import-file";
import { importPayouts } from "../../lib/payouts/payout-calls";
import { errorTextOf, useRefresh } from "../../lib/use-payment-action";
import { useTexts } from "../../lib/texts";

/** The idempotency key belongs to the file, so that a retry after a lost answer creates no second drafts. */
interface Chosen {
  readonly name: string;
  readonly csv: string;
  readonly key: string;
}

export function useImport() {
  const { t } = useTexts();
  const refresh = useRefresh();
  const isBusy = useRef(false);
  const [doing, setDoing] = useState<"checking" | "making" | null>(null);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [preview, setPreview] = useState<PayoutImportAnswer | null>(null);
  const [made, setMade] = useState<PayoutImportAnswer | null>(null);
  const [isRepeating, setRepeating] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const during = async (what: "checking" | "making", work: () => Promise<void>): Promise<void> => {
    if (isBusy.current) return;
    isBusy.current = true;
    setDoing(what);
    setTrouble(null);
    try {
      await work();
    } catch (error) {
      setTrouble(errorTextOf(t, error));
    } finally {
      isBusy.current = false;
      setDoing(null);
    }
  };
  const forget = (): void => {
    setChosen(null);
    setPreview(null);
    setMade(null);
    setRepeating(false);
    setTrouble(null);
  };
  const choose = (file: File): Promise<void> =>
    during("checking", async () => {
      forget();
      const read = await readFile(file);
      if ("problem" in read) return setTrouble(fileErrorText(read.problem));
      setChosen({ name: file.name, csv: read.text, key: newKey() });
      setPreview(await importPayouts({ csv: read.text, skip_bad: false, allow_repeats: false }));
    });
  const allowRepeats = (isAllowed: boolean): Promise<void> =>
    during("checking", async () => {
      if (chosen === null) return;
      setPreview(await importPayouts({ csv: chosen.csv, skip_bad: false, allow_repeats: isAllowed }));
      setRepeating(isAllowed);
    });
  const fileErrorText = (problem: FileError): string => t(`payoutImport.${problem}`);
  const make = (skipBad: boolean): Promise<void> =>
    during("making", async () => {
      if (chosen === null) return;
      const answer = await importPayouts({
        csv: chosen.csv,
        key: chosen.key,
        skip_bad: skipBad,
        allow_repeats: isRepeating,
      });
      // Something changed in between, such as a beneficiary that was blocked: nothing was created, validate again.
      if (answer.import_id === null) setPreview(answer);
      else setMade(answer);
      refresh();
    });
  return { doing, chosen, preview, made, isRepeating, trouble, choose, allowRepeats, make, forget };
}
