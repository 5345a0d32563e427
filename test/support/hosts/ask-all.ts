import { ACCEPTS, AGENTS, METHODS } from './cases.js';
import { differences } from './compare.js';
import { type Answer, ask } from './http.js';

/** A difference, and where it was seen. */
export interface Found {
  readonly request: string;
  readonly difference: string;
}

/** Every method, `Accept` and program for one address. */
export async function askAll(
  path: string,
  expected: (question: {
    method: string;
    path: string;
    accept: string | undefined;
    agent: string | undefined;
  }) => Answer | Promise<Answer>,
  origin: string,
): Promise<{ asked: number; found: readonly Found[] }> {
  const questions = METHODS.flatMap((method) => {
    const accepts = method === 'GET' || method === 'HEAD' ? ACCEPTS : [undefined];
    const agents = method === 'GET' ? AGENTS : [undefined];
    return accepts.flatMap((accept) => agents.map((agent) => ({ method, path, accept, agent })));
  });
  const found = await Promise.all(
    questions.map(async (question) => {
      const { method, accept, agent } = question;
      const headers = { ...(accept && { Accept: accept }), ...(agent && { 'User-Agent': agent }) };
      const [one, two] = await Promise.all([expected(question), ask(origin, path, { method, headers })]);
      const request = `${method} ${path} (${accept ?? 'no Accept'}; ${agent ?? '-'})`;
      return differences(one, two).map((difference) => ({ request, difference }));
    }),
  );
  return { asked: questions.length, found: found.flat() };
}
