/** The capture policy over the admin API, for the journeys. Others expect that staff capture: the rules are removed at the end. */
const POLICY = "/admin/acquiring/capture-policy";

const RULE = {
  ...{ account: null, region_id: null, sales_channel_id: null, method: null },
  ...{ capture: "manual", only_if_not_held: true, single_capture: "last", at_expiry: "remind", hours: 24 },
};

async function save(context, rules) {
  const { version } = await context.admin(POLICY);
  return context.admin(POLICY, { version, rules });
}

async function withRules(context, rules, work) {
  await save(context, rules);
  try {
    await work();
  } finally {
    await save(context, []);
  }
}

module.exports = { POLICY, RULE, save, withRules };
