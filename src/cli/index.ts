import { runSimulator } from "./simulator";

const LOADED = [
  "reconcile",
  "doctor",
  "signature",
  "profile",
  "replay",
  "conformance",
  "recover",
  "import",
  "erase",
  "privacy",
  "overview",
  "scripts",
] as const;
type Loaded = (typeof LOADED)[number];

/** Loads what only some commands need: the simulator needs no store. */
export type Load = (command: Loaded) => { readonly run: (argv: readonly string[]) => Promise<number> };

/** The package's command. Each sub-command has --help; exit codes: 0 done, 1 failed, 2 wrong usage. */
const HELP = `medusa-payment-acquiring <command>

Commands:
  doctor       check this store's setup
  profile      list the settings that the gateway's interface leaves open
  signature    find how a captured message was signed
  conformance  make payments at a test account, and report where the profile is wrong
  replay       process a notification again
  reconcile    compare the gateway, the ledger and Medusa
  recover      after a restored backup or a failover: query the gateway before anything is sent
  import       import saved cards, authorisations and subscriptions of another integration
  erase        find and erase card numbers in stored texts
  privacy      export and erase what is stored of a person; legal holds; retention
  overview     compare the dashboard's overview with the ledger, or compute it anew
  scripts      list what runs in customers' browsers, with hashes
  simulator    run the gateway simulator on this machine

Run "medusa-payment-acquiring <command> --help" for a command's options.`;

export async function main(argv: readonly string[], load: Load): Promise<number> {
  const [command, ...rest] = argv;
  const loaded = LOADED.find((name) => name === command);
  if (loaded) {
    // Standard output contains only the command's result; the store's log is shown only on errors.
    process.env.LOG_LEVEL ??= "error";
    return load(loaded).run(rest);
  }
  switch (command) {
    case "simulator":
      return runSimulator(rest);
    case undefined:
    case "help":
    case "--help":
    case "-h":
      console.log(HELP);
      return 0;
    default:
      console.error(`There is no command "${command}".\n\n${HELP}`);
      return 2;
  }
}
