/** Booting Medusa and migrating takes seconds; a test that hangs still ends. */
jest.setTimeout(240_000);
