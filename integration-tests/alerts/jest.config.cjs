/** `npm run alerts`: as the tests that need a store, outside of `npm test`. */
const { projects } = require("../../jest.config.js");

const http = projects.find(({ displayName }) => displayName === "http");

module.exports = { ...http, displayName: "alerts", testMatch: ["<rootDir>/integration-tests/alerts/**/*.spec.ts"] };
