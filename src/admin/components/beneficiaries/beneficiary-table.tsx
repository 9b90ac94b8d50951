import { Button, Container } from "@medusajs/ui";
import type { BeneficiaryPage } from "../../../api-schema/admin";
import { fetchBeneficiaries } from "../../lib/payouts/beneficiary-calls";
import { useAccess } from "../../lib/use-access";
import type { UrlState } from "../../lib/use-url-state";
import { useTexts } from "../../lib/texts";
import { SearchBox } from "../list/search-box";
import { TableFrame } from "../list/table-frame";
import { useListPage } from "../list/use-list-page";
import { Failed } from "../placeholders";
import { beneficiaryColumns } from "./beneficiary-columns";
import { BeneficiaryFilterBar, BENEFICIARY_FILTERS } from "./beneficiary-filters";

interface Props {
  readonly address: UrlState;
  readonly onAdd: () => void;
}

export function BeneficiaryList({ address, onAdd }: Props) {
  const { t } = useTexts();
  const may = useAccess();
  const { instance, count, isFiltered, failure } = useListPage({
    ...{ address, name: "beneficiaries", filters: BENEFICIARY_FILTERS, usual: "name" },
    ...{ fetch: fetchBeneficiaries, rowsOf, columnsOf: beneficiaryColumns },
  });
  if (failure) return <Failed title={t("beneficiary.title")} {...failure} />;
  return (
    <Container className="overflow-hidden p-0" data-testid="acquiring-beneficiaries">
      <TableFrame
        instance={instance}
        title={t("beneficiary.title")}
        subtitle={t("beneficiary.subtitle")}
        countedTo={10_000}
        count={count}
        empty={{
          heading: t(isFiltered ? "beneficiary.noMatch" : "beneficiary.none"),
          description: t(isFiltered ? "beneficiary.noMatchText" : "beneficiary.noneText"),
        }}
        filters={<BeneficiaryFilterBar address={address} />}
        buttons={
          <>
            <SearchBox address={address} hint="beneficiary.search" label="beneficiary.searchLabel" />
            {may("payout") ? (
              <Button size="small" onClick={onAdd} data-testid="acquiring-add-beneficiary">
                {t("beneficiary.add")}
              </Button>
            ) : null}
          </>
        }
      />
    </Container>
  );
}

const rowsOf = ({ beneficiaries }: BeneficiaryPage) => beneficiaries;
