/**
 * What a store of one Medusa version depends on: Medusa's packages in that version, and the router, the UI and the
 * bundler that its dashboard was made with, as the registry says.
 */
const { command } = require("./command.cjs");
const { own } = require("./npm-store.cjs");

/** Of the dashboard's dependencies, those that a store lists itself. */
const SHOWN_WITH = ["@medusajs/ui", "@tanstack/react-query", "react-i18next", "react-router-dom"];
const OF_MEDUSA = ["admin-sdk", "cli", "dashboard", "framework", "icons", "medusa"].map((name) => `@medusajs/${name}`);

async function dependenciesOf(name) {
  return JSON.parse(await command("npm", ["view", name, "dependencies", "--json"]));
}

/** Name and version of each package of a store; of those that Medusa does not decide, this repository's. */
async function medusaVersions(medusa) {
  if (medusa === own.devDependencies["@medusajs/medusa"]) return own.devDependencies;
  const [dashboard, bundler] = await Promise.all(
    ["dashboard", "admin-bundler"].map((name) => dependenciesOf(`@medusajs/${name}@${medusa}`)),
  );
  return {
    ...own.devDependencies,
    ...Object.fromEntries(OF_MEDUSA.map((name) => [name, medusa])),
    ...Object.fromEntries(SHOWN_WITH.map((name) => [name, dashboard[name]])),
    vite: bundler.vite,
  };
}

module.exports = { medusaVersions };
