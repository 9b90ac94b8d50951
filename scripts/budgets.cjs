/**
 * `npm run budgets [-- --update]`: measures what each operation costs in statements, flushes and requests, and compares
 * it with `bench/budgets/budgets.json`. Always on the package's own Postgres, on which nothing else works.
 */
const { exitWith, runOnPostgres } = require("./bench-run.cjs");

/**
 * Nothing in the background writes or flushes, and no page images; with `wal_level` minimal the background writer
 * records no snapshots either.
 */
const QUIET = {
  autovacuum: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  wal_writer_delay: "10s",
  checkpoint_timeout: "1h",
  max_wal_size: "4GB",
};

delete process.env.DATABASE_URL;
delete process.env.REDIS_URL;
exitWith(
  runOnPostgres({
    program: "bench/budgets/main.ts",
    postgres: { settings: QUIET },
    env: { NODE_ENV: "production", LOG_LEVEL: "error" },
  }),
);
