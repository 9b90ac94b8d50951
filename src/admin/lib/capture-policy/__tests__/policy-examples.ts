import i18next from "i18next";
import type { CapturePolicyRule } from "../../../../api-schema/admin";
import resources from "../../../i18n";
import type { Translate } from "../../texts";
import { fill } from "../../texts";
import type { PolicyChoices } from "../rule-scope";

/** Two accounts: `main` captures in parts, `plain` once. */
export const CHOICES: PolicyChoices = {
  accounts: [
    { key: "main", captures_in_parts: true, authorisation_valid_days: 7 },
    { key: "plain", captures_in_parts: false, authorisation_valid_days: 5 },
  ],
  regions: [{ id: "reg_1", name: "Europe" }],
  sales_channels: [{ id: "sc_1", name: "Web" }],
  methods: [
    { id: "card", name: "Card" },
    { id: "VOUCHER", name: "Voucher" },
  ],
};

export const aRule = (change: Partial<CapturePolicyRule> = {}): CapturePolicyRule => ({
  account: null,
  region_id: null,
  sales_channel_id: null,
  method: null,
  capture: "on_shipment",
  only_if_not_held: false,
  single_capture: "last",
  at_expiry: "capture",
  hours: 24,
  ...change,
});

export async function textsIn(language: string, locale = language): Promise<{ t: Translate; locale: string }> {
  const instance = i18next.createInstance();
  await instance.init({ lng: language, defaultNS: "acquiring", resources, interpolation: { escapeValue: false } });
  return { t: (key, values) => fill(instance.t(key, { skipInterpolation: true }), values), locale };
}
