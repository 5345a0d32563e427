import { describe, expect, it } from 'vitest';
import type { Prompt, TextModel } from '../../../../src/insights/ai/port.js';
import { suggestQuestions, suggestWithAi } from '../../../../src/insights/visibility/suggest.js';

const INPUT = {
  name: 'Lampwick',
  category: 'oil lamps',
  competitors: ['Glow', 'glow', 'Wax', 'Moon', 'Sun'],
  prompts: [],
};

function model(answer: string) {
  const asked: Prompt[] = [];
  const one: TextModel = {
    model: 'm',
    generateText: (prompt) => {
      asked.push(prompt);
      return Promise.resolve(answer);
    },
    generateWithSources: () => Promise.reject(new Error('nobody looks things up')),
  };
  return { one, asked };
}

describe('questions from templates', () => {
  it('are of four kinds, in their order', () => {
    const questions = suggestQuestions(INPUT);
    expect(questions).toHaveLength(8);
    expect(questions[0]).toBe('What is Lampwick?');
    expect(
      questions
        .slice(1, 4)
        .every((question) => question.includes('oil lamps') && !question.includes('Lampwick')),
    ).toBe(true);
    expect(questions.slice(4, 7).map((question) => /Glow|Wax|Moon/.exec(question)?.[0])).toEqual([
      'Glow',
      'Wax',
      'Moon',
    ]);
    expect(questions[7]).toMatch(/Lampwick.*oil lamps/);
  });

  it('say nothing of a category that nobody has named', () => {
    expect(suggestQuestions({ ...INPUT, category: ' ' })).toHaveLength(4);
    expect(suggestQuestions({ ...INPUT, category: '', name: '' })).toEqual([]);
  });

  it('[4.1.4-dedupe] are not those that are asked already', () => {
    const prompts = ['  what is   LAMPWICK ?!. '];
    expect(suggestQuestions({ ...INPUT, prompts })).not.toContain('What is Lampwick?');
    expect(suggestQuestions({ ...INPUT, prompts })).toHaveLength(7);
  });

  it('stay on one line', () => {
    expect(suggestQuestions({ ...INPUT, name: 'Lamp\nwick' })[0]).toBe('What is Lamp wick?');
  });
});

describe('questions of a model', () => {
  it('[4.1.4-unbranded] are read from what it writes, without those that name the product', async () => {
    const answer = [
      'Here you are:',
      '1. Which oil lamp burns longest?',
      '2) "Are oil lamps safe indoors?"',
      '- Is LAMPWICK any good?',
      '• What do oil lamps cost？',
      'Which oil lamp burns longest',
      `${'x'.repeat(301)}?`,
      'Which oil lamp burns longest ?',
    ].join('\u2028');
    const { one, asked } = model(answer);
    expect(await suggestWithAi(one, INPUT, 'A shop for lamps.')).toEqual([
      'Which oil lamp burns longest?',
      'Are oil lamps safe indoors?',
      'What do oil lamps cost？',
    ]);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.text).toContain('Category: oil lamps');
  });

  it('[4.1.4-fallback] that cannot be used give way to the templates', async () => {
    const { one } = model('Is Lampwick good?\nI do not know.');
    expect(await suggestWithAi(one, INPUT, '')).toEqual(suggestQuestions(INPUT));
  });

  it('differ from those that are asked already', async () => {
    const { one } = model('Are oil lamps safe?\nWho invented them?');
    expect(await suggestWithAi(one, { ...INPUT, prompts: ['are oil lamps safe'] }, '')).toEqual([
      'Who invented them?',
    ]);
  });
});
