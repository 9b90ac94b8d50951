import type { OrderPaymentLinks } from "../../../api-schema/admin";
import type { Translate } from "../texts";

type Method = OrderPaymentLinks["methods"][number];

/** Alternative methods keep their own names. */
export const linkMethodName = (t: Translate, { id, name }: Method): string =>
  id === "card" || id === "checkout" ? t(`link.method.${id}`) : name;
