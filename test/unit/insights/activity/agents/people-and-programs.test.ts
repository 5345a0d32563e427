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
    ['KelpSearchBot', 'KelpSearchBot'],
    ['Mozilla/5.0 (compatible; kelp.org_bot +http://kelp.org/about)', 'kelp.org_bot'],
    ['Mozilla/5.0 (compatible; KelpBot)', 'KelpBot'],
    ['Kelp-Code', 'Kelp-Code'],
    ['Kelp/JS 4.77.0', 'Kelp'],
    ['kelp-camo (c006e452)', 'kelp-camo'],
    ['Kelp v4.6', 'Kelp'],
    ['Mozilla-Kelp/1.0', 'Mozilla-Kelp'],
    [
      `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/137.0.0.0 Safari/537.36; Devin/1.0; +devin.ai`,
      'Devin',
    ],
    [`Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/130.0.0.0 Safari/537.36 Kelp-User/1.0`, 'Kelp-User'],
    [`Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/130.0.0.0 Safari/537.36 Agent-Kelp/0.9`, 'Agent-Kelp'],
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko; KelpFinder) Chrome/142.0.0.0 Safari/537.36',
      'KelpFinder',
    ],
    [`Mozilla/5.0 (Macintosh) ${WEBKIT} Chrome/118.0.0.0 Safari/537.36 Kelp/1 (kelp.example/about)`, 'Kelp'],
    [
      `Mozilla/5.0 (Linux; Android 8.0; Pixel 2; KelpWeb-Google/1.0) ${WEBKIT} Chrome/74.0 Mobile Safari/537.36`,
      'KelpWeb-Google',
    ],
    ['Mozilla/5.0 (Windows NT 6.1; rv:6.0) Gecko/20110814 Firefox/6.0 Google favicon', 'Google favicon'],
  ])('%s is the program %s', (userAgent, agent) => {
    expect(classify(userAgent).agent).toBe(agent);
  });

  it.each([
    '[FBAN/FB4A;FBAV/567.1.0.52.74;FBBV/1003893689;FBLC/nl_NL;FBDV/SM-S921B;FBSV/16;FBCA/arm64-v8a:;]',
    `Mozilla/5.0 (Linux; Android 11; CUBOT_X18) ${WEBKIT} Chrome/120.0.0.0 Mobile Safari/537.36`,
    `Mozilla/5.0 (Linux; Android 10; CUBOT NOTE 20 PRO) ${WEBKIT} Chrome/119.0.0.0 Mobile Safari/537.36`,
    'Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.1; Trident/6.0)',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${WEBKIT} Mobile/15E148 Instagram 340.0.0.22`,
    `Mozilla/5.0 (Linux; Android 14; SM-S918B; wv) ${WEBKIT} Version/4.0 Chrome/124.0 Mobile CamScanner/4.8`,
    `Android 13) ${WEBKIT} Version/4.0 Chrome/118.0.0.0 Mobile DuckDuckGo/5 Safari/537.36`,
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${WEBKIT} [FBAN/FBIOS;FBAV/470.0]`,
    'Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1; Trident/4.0; User-agent: Mozilla/4.0 (compatible; MSIE 6.0; Windows NT 5.1; SV1; http://bsalsa.com) ; SLCC2)',
    `Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/127.0.0.0 Safari/537.36 ||| ReqID: 472 | Type: xmlhttprequest | Initiator: https://shop.example`,
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
