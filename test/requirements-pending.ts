/**
 * Requirements that no test cites yet, with the feature that each waits for. Whoever cites one removes its row;
 * the list ends empty. It is as long as what is missing.
 */
export const pending: Readonly<Record<string, string>> = {};
