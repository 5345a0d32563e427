import { describe, expect, it } from 'vitest';
import { createClassifier } from '../../../../../src/insights/activity/agents/classifier.js';
import { PEOPLE } from '../../../../support/insights/activity/agents/people.js';
import { PROGRAMS } from '../../../../support/insights/activity/agents/programs.js';

const { classify } = createClassifier();
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

describe('programs and people by their User-Agent', () => {
  it.each([
    [`Mozilla/5.0 ${WEBKIT} (compatible; GoogleOther) Chrome/126.0.0.0 Safari/537.36`, 'GoogleOther'],
    ['Mozilla/5.0 (compatible; Google-InspectionTool/1.0;)', 'Google-InspectionTool'],
    [
      `Mozilla/5.0 ${WEBKIT} (compatible; Gemini-Deep-Research; +https://gemini.google) Chrome/135.0.0.0`,
      'Gemini-Deep-Research',
    ],
    [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/120.0.0.0 Safari/537.36`, 'HeadlessChrome'],
    ['Mozilla/5.0 (compatible; KelpReader; +https://kelp.example)', 'KelpReader'],
    ['KelpPreview/2.0 (like TwitterBot)', 'KelpPreview'],
    ['xgptbotany/1.0', 'xgptbotany'],
  ])('%s is the program %s', (userAgent, agent) => {
    expect(classify(userAgent).agent).toBe(agent);
  });

  it.each([
    `Mozilla/5.0 (Linux; Android 11; CUBOT_X18) ${WEBKIT} Chrome/120.0.0.0 Mobile Safari/537.36`,
    `Mozilla/5.0 (Linux; Android 10; CUBOT NOTE 20 PRO) ${WEBKIT} Chrome/119.0.0.0 Mobile Safari/537.36`,
    'Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.1; Trident/6.0)',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${WEBKIT} Mobile/15E148 Instagram 340.0.0.22`,
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${WEBKIT} [FBAN/FBIOS;FBAV/470.0]`,
  ])('%s is a browser', (userAgent) => {
    expect(classify(userAgent).agent).toBe('Browser');
  });
});

describe('two hundred User-Agents as they are sent', () => {
  it('are of a hundred programs and a hundred people, each once', () => {
    expect(new Set(PROGRAMS.map(([userAgent]) => userAgent)).size).toBe(PROGRAMS.length);
    expect(new Set(PEOPLE).size).toBe(PEOPLE.length);
    expect(PROGRAMS.length).toBeGreaterThanOrEqual(100);
    expect(PEOPLE.length).toBeGreaterThanOrEqual(100);
  });

  it.each(PROGRAMS)('%s is the program %s', (userAgent, agent) => {
    expect(classify(userAgent).agent).toBe(agent);
  });

  it.each(PEOPLE)('%s is a browser', (userAgent) => {
    expect(classify(userAgent).agent).toBe('Browser');
  });
});
