import { assertNever } from "../snapshot";
import { attemptStates, isOpen, mayMove, stateMeaning, transitions } from "../states";

/** The table of moves. */
test("the transition table has every state, and no transition leads from money back to an open state", () => {
  for (const state of attemptStates) expect(stateMeaning[state].length).toBeGreaterThan(10);
  for (const from of attemptStates)
    for (const to of attemptStates) expect(mayMove(from, to)).toBe(transitions[from][to] !== undefined);
  for (const from of ["authorised", "captured", "voided"] as const)
    for (const to of attemptStates) if (isOpen(to)) expect(mayMove(from, to)).toBe(false);
  // @ts-expect-error -- nothing may reach it
  expect(() => assertNever("x")).toThrow("Unhandled");
});
