import type { MedusaContainer } from "@medusajs/framework/types";
import type { PaymentSearch } from "../../../../modules/acquiring";
import { searchOf } from "../search";

/** What a search text asks for, by its form; texts that name a row elsewhere are asked of the database. */
const NOTHING: PaymentSearch = { ids: [], sessions: [], carts: [], customers: [], beginning: null };

/** No table is read: an ID is asked for as it stands. */
const offline = {
  resolve: () => ({
    attempts: {
      connection: (table: string) => {
        throw new Error(`The table ${table} was read.`);
      },
    },
  }),
} as unknown as MedusaContainer;

test.each([
  ["acqatt_01ABC", { ids: ["acqatt_01ABC"] }],
  ["payses_01ABC", { sessions: ["payses_01ABC"] }],
  ["cart_01ABC", { carts: ["cart_01ABC"] }],
  ["cus_01ABC", { customers: ["cus_01ABC"] }],
  ["acq_1_x", { beginning: "acq_1_x" }],
  ["7001-2", { beginning: "7001-2" }],
  ["1234567890", { beginning: "1234567890" }],
  ["##12", { beginning: "##12" }],
  ["12 OR 1=1", { beginning: "12 OR 1=1" }],
  ["CART_01ABC", { beginning: "CART_01ABC" }],
  ["cartridge", { beginning: "cartridge" }],
  ["cart", { beginning: "cart" }],
  ["order-7", { beginning: "order-7" }],
  [" cart_1", { beginning: " cart_1" }],
  ["%", { beginning: "%" }],
])("%j asks for %j and reads no other table", async (text, found) => {
  expect(await searchOf(offline, text)).toEqual({ ...NOTHING, ...found });
});

test.each([
  ["ada@shop.example", "customer"],
  ["cart_1@shop.example", "customer"],
  ["pay_01ABC", "payment"],
  ["order_01ABC", "order"],
  ["7", "order"],
  ["#123456789", "order"],
])("%j is looked up in the table %s", async (text, table) => {
  await expect(searchOf(offline, text)).rejects.toThrow(`The table ${table} was read.`);
});
