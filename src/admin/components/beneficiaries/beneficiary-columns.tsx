import { createDataTableColumnHelper } from "@medusajs/ui";
import { Link } from "react-router-dom";
import type { BeneficiaryRow } from "../../../api-schema/admin";
import { countryName } from "../../lib/countries";
import { short } from "../../lib/view";
import type { DashboardTexts } from "../../lib/texts";
import { CutText, DateCell } from "../list/cells";
import { AccountMask } from "../payouts/payee";
import { BeneficiaryBadge } from "./beneficiary-badge";

const column = createDataTableColumnHelper<BeneficiaryRow>();

const nameColumn = ({ t }: DashboardTexts) =>
  column.accessor("name", {
    header: t("beneficiary.name"),
    enableSorting: true,
    size: 190,
    sortAscLabel: t("beneficiary.nameUp"),
    sortDescLabel: t("beneficiary.nameDown"),
    cell: ({ row: { original } }) => (
      <Link
        to={`/acquiring/beneficiaries/${original.id}`}
        className="text-ui-fg-base underline block max-w-44 truncate"
        aria-label={t("beneficiary.open", { name: short(original.name) })}
        onClick={(event) => event.stopPropagation()}
      >
        <bdi>{short(original.name)}</bdi>
      </Link>
    ),
  });

export const beneficiaryColumns = (words: DashboardTexts) => {
  const { t, locale } = words;
  return [
    nameColumn(words),
    column.accessor("account_mask", {
      header: t("beneficiary.account"),
      size: 130,
      cell: ({ row: { original } }) => <AccountMask mask={original.account_mask} />,
    }),
    column.accessor("blocked", {
      id: "status",
      header: t("beneficiary.status"),
      size: 200,
      cell: ({ row: { original } }) => <BeneficiaryBadge row={original} />,
    }),
    column.accessor("bank_name", {
      header: t("beneficiary.bank"),
      size: 160,
      cell: ({ row: { original } }) => <CutText text={original.bank_name} />,
    }),
    column.accessor("country", {
      header: t("beneficiary.country"),
      size: 120,
      cell: ({ row: { original } }) => (original.country === null ? "–" : countryName(original.country, locale)),
    }),
    column.accessor("currency", {
      header: t("beneficiary.currency"),
      size: 100,
      cell: ({ row: { original } }) => original.currency ?? "–",
    }),
    column.accessor("entity_type", {
      header: t("beneficiary.kind"),
      size: 110,
      cell: ({ row: { original } }) => t(`beneficiary.entity.${original.entity_type}`),
    }),
    column.accessor("created_at", {
      header: t("beneficiary.since"),
      enableSorting: true,
      size: 120,
      sortAscLabel: t("payments.oldest"),
      sortDescLabel: t("payments.newest"),
      cell: ({ row }) => <DateCell at={row.original.created_at} />,
    }),
  ];
};
