import { defineRouteConfig } from "@medusajs/admin-sdk";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { BeneficiaryModal } from "../../../components/beneficiaries/beneficiary-modal";
import { Book } from "../../../components/beneficiaries/book";
import { WhenSetUp } from "../../../components/payout-form/when-set-up";
import { useUrlState } from "../../../lib/use-url-state";
import { useTexts } from "../../../lib/texts";

/** All beneficiaries. The filters are kept in the URL. */
const BeneficiariesPage = () => {
  const address = useUrlState();
  const navigate = useNavigate();
  const { t } = useTexts();
  const [isAdding, setAdding] = useState(false);
  return (
    <WhenSetUp title={t("beneficiary.title")}>
      {({ cool_down_hours: coolDownHours }) => (
        <>
          <Book address={address} onAdd={() => setAdding(true)} />
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
    </WhenSetUp>
  );
};

export const config = defineRouteConfig({ label: "payments.menu.beneficiaries", translationNs: "acquiring", rank: 5 });

export default BeneficiariesPage;
