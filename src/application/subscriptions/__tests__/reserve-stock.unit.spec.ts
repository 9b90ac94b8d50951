import { reservationsOf } from "../reserve-stock";

type Order = Parameters<typeof reservationsOf>[0];
type Variant = NonNullable<Order["items"][number]["variant"]>;
type Level = NonNullable<Variant["inventory_items"][number]["inventory"]>["location_levels"][number];

const level = (id: string, available: number | null, ...channels: readonly string[]): Level => ({
  location_id: id,
  available_quantity: available,
  stock_locations: [{ sales_channels: channels.map((channel) => ({ id: channel })) }],
});

const part = (id: string, required: number, levels: Level[]): Variant["inventory_items"][number] => ({
  inventory_item_id: id,
  required_quantity: required,
  inventory: { location_levels: levels },
});

const order = (quantity: number, variant: Partial<Variant> | null, channel: string | null = "web"): Order => ({
  sales_channel_id: channel,
  items: [
    {
      id: "ordli_1",
      quantity,
      variant: variant && { manage_inventory: true, allow_backorder: false, inventory_items: [], ...variant },
    },
  ],
});

const places = (found: ReturnType<typeof reservationsOf>) =>
  found.map(({ inventory_item_id: item, location_id: location, quantity }) => [item, location, quantity]);

test("a reservation names the line, the part, the place, and as many parts as the line needs", () => {
  const variant = { allow_backorder: true, inventory_items: [part("iitem_1", 3, [level("sloc_1", 6, "web")])] };
  expect(reservationsOf(order(2, variant))).toEqual([
    {
      line_item_id: "ordli_1",
      inventory_item_id: "iitem_1",
      quantity: 6,
      allow_backorder: true,
      location_id: "sloc_1",
    },
  ]);
});

test.each([
  [
    "whose inventory is not managed",
    { manage_inventory: false, inventory_items: [part("iitem_1", 1, [level("sloc_1", 9, "web")])] },
  ],
  ["without parts", {}],
  ["that no longer exists", null],
])("a variant %s needs no reservation", (_what, variant) => {
  expect(reservationsOf(order(1, variant))).toEqual([]);
});

test.each([
  [
    "the first that has enough",
    [level("sloc_1", 1, "web"), level("sloc_2", 2, "web"), level("sloc_3", 9, "web")],
    "sloc_2",
  ],
  ["the first if none has enough", [level("sloc_1", 1, "web"), level("sloc_2", 0, "web")], "sloc_1"],
  [
    "one of the sales channel, though another has more",
    [level("sloc_1", 9, "shop"), level("sloc_2", 1, "web")],
    "sloc_2",
  ],
  ["one of several channels of a place", [level("sloc_1", 9, "shop", "web")], "sloc_1"],
  ["one whose stock is known", [level("sloc_1", null, "web"), level("sloc_2", 2, "web")], "sloc_2"],
])("the place is %s", (_which, levels, place) => {
  const variant = { inventory_items: [part("iitem_1", 1, levels)] };
  expect(places(reservationsOf(order(2, variant)))).toEqual([["iitem_1", place, 2]]);
});

test("without a sales channel each place counts", () => {
  const variant = { inventory_items: [part("iitem_1", 1, [level("sloc_1", 0), level("sloc_2", 5)])] };
  expect(places(reservationsOf(order(2, variant, null)))).toEqual([["iitem_1", "sloc_2", 2]]);
});

test("each part of a bundle has its own place", () => {
  const variant = {
    inventory_items: [
      part("iitem_1", 1, [level("sloc_1", 2, "web"), level("sloc_2", 9, "web")]),
      part("iitem_2", 2, [level("sloc_1", 3, "web"), level("sloc_2", 4, "web")]),
    ],
  };
  expect(places(reservationsOf(order(2, variant)))).toEqual([
    ["iitem_1", "sloc_1", 2],
    ["iitem_2", "sloc_2", 4],
  ]);
});

test("two lines of one variant are not reserved where only one of them fits", () => {
  const variant = { inventory_items: [part("iitem_1", 1, [level("sloc_1", 2, "web"), level("sloc_2", 3, "web")])] };
  const [line] = order(2, variant).items;
  const both = { sales_channel_id: "web", items: line ? [line, { ...line, id: "ordli_2", quantity: 1 }] : [] };
  expect(places(reservationsOf(both))).toEqual([
    ["iitem_1", "sloc_1", 2],
    ["iitem_1", "sloc_2", 1],
  ]);
});
