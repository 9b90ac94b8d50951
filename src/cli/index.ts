import { runSimulator } from "./simulator";

/** Loads what only some commands need: a store is no part of the simulator. */
export type Load = (command: "reconcile") => { readonly run: (argv: readonly string[]) => Promise<number> };

/** The package's command. Each sub-command explains itself with --help; exit codes: 0 done, 1 failed, 2 used wrongly. */
const HELP = `medusa-payment-acquiring <command>

Commands:
  simulator   run the gateway simulator on this machine
  reconcile   compare the gateway, the ledger and Medusa

Run "medusa-payment-acquiring <command> --help" for a command's options.`;

export async function main(argv: readonly string[], load: Load): Promise<number> {
  const [command, ...rest] = argv;
  switch (command) {
    case "simulator":
      return runSimulator(rest);
    case "reconcile":
      // What the command says stands alone on the standard output; the store's log is wanted only when something is wrong.
      process.env.LOG_LEVEL ??= "error";
      return load("reconcile").run(rest);
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
