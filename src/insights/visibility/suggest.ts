import { oneSpaced } from '../../content/html/text.js';

/** The subject of suggested questions: a target that need not be stored. */
export interface SuggestInput {
  readonly name: string;
  readonly category: string;
  readonly competitors: readonly string[];
  /** Existing questions. */
  readonly prompts: readonly string[];
}

/** Maximum number of questions. */
const MAX_ITEMS = 10;
const RIVALS = 3;

/** Questions that people might ask, from templates. Without a category there are none about one. */
export function suggestQuestions(input: SuggestInput): readonly string[] {
  const [name, category] = [oneSpaced(input.name), oneSpaced(input.category)];
  const rivals = distinct(input.competitors.map(oneSpaced)).slice(0, RIVALS);
  const candidates = [
    ...(name === '' ? [] : [`What is ${name}?`]),
    ...(category === ''
      ? []
      : [
          `Which ${category} stands out at the moment?`,
          `What should I look for when choosing ${category}?`,
          `Which ${category} would you recommend to a friend?`,
        ]),
    ...(name === '' ? [] : rivals.map((rival) => `${name} or ${rival}: which should I choose?`)),
    ...(name === '' || category === '' ? [] : [`Is ${name} worth considering for ${category}?`]),
  ];
  return newQuestions(candidates, input.prompts);
}

/** Questions that differ from the existing ones and from one another, in order. */
export function newQuestions(candidates: readonly string[], known: readonly string[]): readonly string[] {
  const seen = new Set(known.map(keyOf));
  const fresh = candidates.filter((candidate) => {
    const key = keyOf(candidate);
    if (key === '' || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
  return fresh.slice(0, MAX_ITEMS);
}

function keyOf(question: string): string {
  return oneSpaced(question.toLowerCase()).replace(/[?.! ]+$/, '');
}

function distinct(names: readonly string[]): readonly string[] {
  const found = new Map<string, string>();
  for (const name of names)
    if (name !== '' && !found.has(name.toLowerCase())) found.set(name.toLowerCase(), name);
  return [...found.values()];
}
