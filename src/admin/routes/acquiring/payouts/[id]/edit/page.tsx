import { Container, Heading } from "@medusajs/ui";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams, useSearchParams } from "react-router-dom";
import type { PayoutSetup } from "../../../../../../api-schema/admin";
import { RequirePayoutSetup } from "../../../../../components/payout-form/require-payout-setup";
import { Wizard } from "../../../../../components/payout-form/wizard";
import { Failed, Loading } from "../../../../../components/placeholders";
import { Trouble } from "../../../../../components/actions/outcome";
import { fetchBeneficiary } from "../../../../../lib/payouts/beneficiary-calls";
import { fetchPayout } from "../../../../../lib/payouts/payout-calls";
import { draftOfPayout } from "../../../../../lib/payouts/payout-form";
import { useTexts } from "../../../../../lib/texts";

/** Edits a draft or a submitted payout. Each change removes its approvals. */
const EditPayoutPage = () => {
  const { id = "" } = useParams();
  const { t } = useTexts();
  return (
    <RequirePayoutSetup title={t("payoutForm.edit")}>
      {(setup) => <Edit key={id} {...{ id, setup }} />}
    </RequirePayoutSetup>
  );
};

function Edit({ id, setup }: { id: string; setup: PayoutSetup }) {
  const { t } = useTexts();
  const [params] = useSearchParams();
  const stored = useQuery({
    // A query of its own: the form must not change while somebody types. The server compares versions.
    queryKey: ["acquiring-payout-edit", id],
    queryFn: async ({ signal }) => {
      const { payout } = await fetchPayout(id, signal);
      return { payout, ...(await fetchBeneficiary(payout.beneficiary.id, signal)) };
    },
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  if (stored.isPending) return <Loading />;
  if (!stored.data)
    return (
      <Failed
        title={t("payoutForm.edit")}
        text={t("payout.failed")}
        error={stored.error}
        onRetry={() => void stored.refetch()}
        isBusy={stored.isFetching}
      />
    );
  const { payout, beneficiary } = stored.data;
  const { edit } = payout.actions;
  if (!edit.allowed) return <NoEdit id={id} why={edit.reason ?? t(`payout.meaning.${payout.state}`)} />;
  const isReview = params.get("step") === "review";
  return (
    <Wizard
      setup={setup}
      draft={draftOfPayout(payout)}
      chosen={beneficiary}
      payout={payout}
      step={isReview ? "review" : "money"}
      onStored={() => undefined}
    />
  );
}

function NoEdit({ id, why }: { id: string; why: string }) {
  const { t } = useTexts();
  return (
    <Container className="flex flex-col gap-y-3 px-6 py-4">
      <div>
        <Heading level="h1">{t("payoutForm.edit")}</Heading>
        <Link to={`/acquiring/payouts/${id}`} className="txt-compact-small text-ui-fg-base underline">
          {t("payoutForm.open")}
        </Link>
      </div>
      <Trouble text={why} />
    </Container>
  );
}

export default EditPayoutPage;
