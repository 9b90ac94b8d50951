import { defineRouteConfig } from "@medusajs/admin-sdk";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { BeneficiaryModal } from "../../../components/beneficiaries/beneficiary-modal";
import { BeneficiaryList } from "../../../components/beneficiaries/beneficiary-table";
import { RequirePayoutSetup } from "../../../components/payout-form/require-payout-setup";
import { useUrlState } from "../../../lib/use-url-state";
import { useTexts } from "../../../lib/texts";

const BeneficiariesPage = () => {
  const address = useUrlState();
  const navigate = useNavigate();
  const { t } = useTexts();
  const [isAdding, setAdding] = useState(false);
  return (
    <RequirePayoutSetup title={t("beneficiary.title")}>
      {({ cool_down_hours: coolDownHours }) => (
        <>
          <BeneficiaryList address={address} onAdd={() => setAdding(true)} />
          {isAdding ? (
            <BeneficiaryModal
              beneficiary={null}
              customerId={address.one("customer_id")}
              coolDownHours={coolDownHours}
              onSaved={({ id }) => void navigate(`/acquiring/beneficiaries/${id}`)}
              onClose={() => setAdding(false)}
            />
          ) : null}
        </>
      )}
    </RequirePayoutSetup>
  );
};

export const config = defineRouteConfig({ label: "payments.menu.beneficiaries", translationNs: "acquiring", rank: 7 });

export default BeneficiariesPage;
