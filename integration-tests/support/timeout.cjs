/** Starting and migrating Medusa takes seconds; a hanging test still ends. */
jest.setTimeout(240_000);
