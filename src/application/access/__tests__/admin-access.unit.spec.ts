import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, MedusaError, Modules } from "@medusajs/framework/utils";
import { Permission } from "../../../api-schema/admin";
import { optionsWith } from "../../../gateway/__tests__/fixtures";
import { parseOptions } from "../../../options/options";
import type { Who } from "../admin-access";
import { accessOf, isPermitted, requireEither, requirePermission, rolesPermit } from "../admin-access";

/** Who may do what by the option's lists; and that payout approval and bank data are never open to everybody. */
const ADA = { id: "user_ada", email: "Ada@Shop.example" };
const GRACE = { id: "user_grace", email: "grace@shop.example" };
/** Two users have this address in different upper and lower case. */
const SHARED = { id: "user_first", email: "shared@shop.example" };

interface Setup {
  readonly permissions?: object;
  readonly approvers?: readonly string[];
  readonly revealers?: readonly string[];
}

function containerWith({ permissions = {}, approvers, revealers }: Setup, look = { asked: 0 }): MedusaContainer {
  const options = parseOptions(optionsWith({}, { admin: { permissions } }));
  const known: Record<string, unknown> = {
    [ContainerRegistrationKeys.FEATURE_FLAG_ROUTER]: { isFeatureEnabled: () => false },
    [ContainerRegistrationKeys.PG_CONNECTION]: {
      raw: async (_sql: string, [emails]: [string[]]) => ({
        rows: emails.filter((email) => email === SHARED.email).map((email) => ({ email })),
      }),
    },
    [Modules.USER]: {
      listUsers: async ({ id: [asked] }: { id: [string] }) => {
        look.asked += 1;
        return [ADA, GRACE, SHARED].filter(({ id }) => id === asked);
      },
    },
    acquiring: { options: { ...options, payout: { ...options.payout, approvers, revealers } } },
  };
  return { resolve: (name: string) => known[name] } as unknown as MedusaContainer;
}

const user = ({ id }: { readonly id: string }): Who => ({ actor_id: id, actor_type: "user", app_metadata: {} });
const apiKey = (id = "apk_1"): Who => ({ actor_id: id, actor_type: "api-key", app_metadata: {} });

test.each([
  ["without a list, everybody may", undefined, user(ADA), true],
  ["an empty list permits nobody", [], user(ADA), false],
  ["a listed ID", ["user_ada"], user(ADA), true],
  ["another ID", ["user_ada"], user(GRACE), false],
  ["the beginning of an ID is not the ID", ["user_ad"], user(ADA), false],
  ["an ID in capitals is another ID", ["USER_ADA"], user(ADA), false],
  ["a listed address, whatever its case on either side", ["aDa@shop.EXAMPLE"], user(ADA), true],
  ["another address", ["ada@shop.example"], user(GRACE), false],
  ["an address that contains the listed one", ["race@shop.example"], user(GRACE), false],
  ["an address that two users share identifies neither", ["shared@shop.example"], user(SHARED), false],
  ["a user with a shared address is still identified by ID", ["user_first"], user(SHARED), true],
  ["a deleted user has no address", ["ada@shop.example"], user({ id: "user_deleted" }), false],
  ["a listed API key", ["apk_1"], apiKey(), true],
  ["another API key", ["apk_1"], apiKey("apk_2"), false],
  ["an API key has no address", ["ada@shop.example"], apiKey(), false],
])("refunds: %s", async (_what, refund, who, isIt) => {
  const container = containerWith({ permissions: { ...(refund && { refund }) } });
  expect(await isPermitted(container, who, "refund")).toBe(isIt);
});

test("a refusal names the permission and the option that grants it, and nobody who has it", async () => {
  const refused = requirePermission(
    containerWith({ permissions: { refund: ["grace@shop.example"] } }),
    user(ADA),
    "refund",
  );
  await expect(refused).rejects.toMatchObject({
    type: MedusaError.Types.FORBIDDEN,
    message:
      'You need the permission "refund" for this. The plugin\'s option admin.permissions.refund lists who has it.',
  });
});

test.each([
  ["no list", undefined, undefined, user(ADA), [false, false]],
  ["empty lists", [], [], user(ADA), [false, false]],
  ["approvers who may then reveal, too", ["user_ada"], undefined, user(ADA), [true, true]],
  ["somebody else", ["user_ada"], undefined, user(GRACE), [false, false]],
  ["revealers of their own", ["user_ada"], ["user_grace"], user(ADA), [true, false]],
  ["a revealer who is no approver", ["user_ada"], ["user_grace"], user(GRACE), [false, true]],
  ["nobody reveals", ["user_ada"], [], user(ADA), [true, false]],
  ["an address in another case", ["ADA@SHOP.EXAMPLE"], undefined, user(ADA), [true, true]],
  ["an API key, although it is listed", ["apk_1"], ["apk_1"], apiKey(), [false, false]],
  ["a key that is listed by its owner's ID", ["user_ada"], undefined, apiKey("user_ada"), [false, false]],
  ["an actor of an unknown kind", ["user_ada"], undefined, { actor_id: ADA.id, app_metadata: {} }, [false, false]],
])(
  "approvers and revealers, %s: of %j and %j, %j may [approve, reveal] %j",
  async (_what, approvers, revealers, who, may) => {
    const container = containerWith({ ...(approvers && { approvers }), ...(revealers && { revealers }) });
    expect([
      await isPermitted(container, who, "approve_payout"),
      await isPermitted(container, who, "reveal_bank_details"),
    ]).toEqual(may);
  },
);

test.each([
  ["approve_payout", "payout.approvers"],
  ["reveal_bank_details", "payout.revealers"],
] as const)("the refusal of %s names the option %s", async (permission, option) => {
  await expect(requirePermission(containerWith({}), user(ADA), permission)).rejects.toThrow(`option ${option} lists`);
});

test("addresses are looked up only if a list has one", async () => {
  const look = { asked: 0 };
  await isPermitted(containerWith({ permissions: { refund: ["user_grace"] } }, look), user(ADA), "refund");
  expect(look.asked).toBe(0);
  await isPermitted(containerWith({ permissions: { refund: ["ada@shop.example"] } }, look), user(ADA), "refund");
  expect(look.asked).toBe(1);
});

test("one of two permissions is enough; the refusal names the first", async () => {
  const either = { permission: "payout", or: "approve_payout" } as const;
  const lists = { permissions: { payout: ["user_grace"] }, approvers: ["user_ada"] };
  await expect(requireEither(containerWith(lists), user(ADA), either)).resolves.toBeUndefined();
  await expect(requireEither(containerWith(lists), user(GRACE), either)).resolves.toBeUndefined();
  await expect(requireEither(containerWith(lists), user(SHARED), either)).rejects.toThrow('permission "payout"');
});

test("an error other than a refusal is no refusal", async () => {
  const container = {
    resolve: () => {
      throw new Error("The container is gone.");
    },
  } as unknown as MedusaContainer;
  await expect(isPermitted(container, user(ADA), "refund")).rejects.toThrow("The container is gone.");
});

test("roles permit nothing to a user without roles", async () => {
  expect(await rolesPermit(containerWith({}), [], "refund")).toBe(false);
});

test("the dashboard learns what a user may do, and who decided", async () => {
  const named = ["approve_payout", "reveal_bank_details"];
  const open = Permission.options.filter((permission) => !named.includes(permission));
  expect(await accessOf(containerWith({}), user(ADA))).toEqual({
    user_id: ADA.id,
    decided_by: "everybody",
    permissions: open,
  });
  expect(await accessOf(containerWith({ permissions: { refund: [], void: ["user_ada"] } }), user(ADA))).toEqual({
    user_id: ADA.id,
    decided_by: "allow-list",
    permissions: open.filter((permission) => permission !== "refund"),
  });
});
