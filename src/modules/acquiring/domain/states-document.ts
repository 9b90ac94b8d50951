import { attemptStates, stateMeaning, transitions } from "./states";

export function renderStates(): string {
  const moves = attemptStates.flatMap((from) =>
    attemptStates.flatMap((to) => {
      const why = transitions[from][to];
      return why === undefined ? [] : [{ from, to, why }];
    }),
  );
  return `# States of a payment attempt

Made by \`npm run states\` from \`src/modules/acquiring/domain/states.ts\`, which the reducer obeys; a test fails when
this page and that table differ. A move that is not listed here cannot happen: a fact that asks for one changes nothing
and is shown to a person. Captured and refunded parts are amounts beside the state. So is a hold for review: a payment that is
pending, authorised or captured may wait for a person's decision, which comes once, and is neither captured nor shipped before.

\`\`\`mermaid
stateDiagram-v2
  [*] --> created
${moves.map(({ from, to }) => `  ${from} --> ${to}`).join("\n")}
\`\`\`

| state | meaning |
|---|---|
${attemptStates.map((state) => `| ${state} | ${stateMeaning[state]} |`).join("\n")}

| from | to | when |
|---|---|---|
${moves.map(({ from, to, why }) => `| ${from} | ${to} | ${why} |`).join("\n")}
`;
}
