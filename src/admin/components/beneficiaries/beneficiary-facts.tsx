import { Container, Heading } from "@medusajs/ui";
import { Link } from "react-router-dom";
import type { AdminBeneficiary } from "../../../api-schema/admin";
import { countryName } from "../../lib/countries";
import { short } from "../../lib/view";
import { useTexts } from "../../lib/texts";
import { Row } from "../detail-row";
import { AccountMask } from "../payouts/payee";

/** What may be read without giving a reason: no account, no documents, no date of birth. */
export function BeneficiaryFacts({ beneficiary }: { beneficiary: AdminBeneficiary }) {
  const { t, moment, locale } = useTexts();
  const { address, bank, customer_id: customerId, gateway_beneficiary_id: gatewayId } = beneficiary;
  const street = address.street_address ?? joined([address.street, address.number], " ");
  const rows: [string, string | null][] = [
    [t("beneficiary.kind"), t(`beneficiary.entity.${beneficiary.entity_type}`)],
    [t("beneficiaryForm.field.company_name"), beneficiary.company_name],
    [t("beneficiary.name"), joined([beneficiary.first_name, beneficiary.last_name], " ")],
    [t("beneficiary.bank"), joined([bank.name, bank.country === null ? null : countryName(bank.country, locale)])],
    [t("beneficiary.swift"), bank.swift_code],
    [t("beneficiary.currency"), beneficiary.currency],
    [
      t("beneficiary.address"),
      joined([
        street,
        address.complement,
        joined([address.postcode, address.city], " "),
        address.state,
        address.country_code === undefined ? null : countryName(address.country_code, locale),
      ]),
    ],
    [t("beneficiary.gatewayId"), gatewayId],
    [t("beneficiary.versionOf"), String(beneficiary.version)],
    [t("beneficiary.since"), moment(beneficiary.created_at)],
  ];
  return (
    <Container className="px-6 py-4" data-testid="acquiring-beneficiary-facts">
      <Heading level="h2" className="mb-3">
        {t("beneficiary.facts")}
      </Heading>
      <dl className="flex flex-col gap-y-2">
        <Row name={t("beneficiary.account")}>
          <AccountMask mask={beneficiary.account_mask} />
        </Row>
        {rows.map(([name, value]) =>
          value === null || value === "" ? null : (
            <Row key={name} name={name}>
              {short(value)}
            </Row>
          ),
        )}
        {customerId === null ? null : (
          <Row name={t("beneficiary.customer")}>
            <Link to={`/customers/${encodeURIComponent(customerId)}`} className="text-ui-fg-base underline">
              {t("beneficiary.openCustomer")}
            </Link>
          </Row>
        )}
      </dl>
    </Container>
  );
}

const joined = (parts: readonly (string | null | undefined)[], by = ", "): string =>
  parts.filter((part) => part != null && part !== "").join(by);
