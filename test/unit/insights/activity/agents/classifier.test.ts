import { describe, expect, it } from 'vitest';
import { Hooks } from '../../../../../src/config/hooks/hooks.js';
import { agentTables, createClassifier } from '../../../../../src/insights/activity/agents/classifier.js';
import { declaredIdentity } from '../../../../../src/insights/activity/agents/unknown-agent.js';

const { classify } = createClassifier();

describe('who a client says it is', () => {
  it.each([
    ['', 'No user-agent'],
    [
      'Mozilla/5.0 AppleWebKit/537.36 (compatible; GPTBot/1.2; +https://openai.com/gptbot)',
      'GPTBot (OpenAI)',
    ],
    ['Mozilla/5.0 (compatible; OAI-SearchBot/1.0)', 'OpenAI SearchBot'],
    ['Mozilla/5.0 (compatible; Applebot-Extended/0.1)', 'Applebot-Extended'],
    ['Mozilla/5.0 (compatible; Applebot/0.1)', 'Applebot'],
    ['meta-externalagent/1.1', 'Meta'],
    ['facebookexternalhit/1.1', 'Meta'],
    ['meta-externalfetcher/1.1', 'Meta-ExternalFetcher'],
    ['Claude-SearchBot/1.0', 'Claude-SearchBot'],
    ['DuckAssistBot/1.2', 'DuckAssistBot'],
    ['Mozilla/5.0 (compatible; SemrushBot/7~bl)', 'SemrushBot'],
    ['Nokia6600/1.0 SymbianOS/7.0s', 'Likely spoof/scanner'],
    ['BlackBerry 9000', 'Likely spoof/scanner'],
    ['Mozilla/5.0 (Linux; Android 14) NetFront/4', 'Browser'],
    ['HarbourBot/2.0 (+https://harbour.example/bot)', 'HarbourBot'],
    ['Mozilla/5.0 (compatible; some crawler)', 'Other bot'],
    ['Mozilla/5.0 KelpReader/3 TideSpider/1', 'TideSpider'],
    ['curl/8.5.0', 'Script/tool'],
    ['python-requests/2.31', 'Script/tool'],
    ['PHP/8.3', 'Script/tool'],
    ['my php thing', 'Unrecognized'],
    ['Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0', 'Browser'],
    ['KelpReader/3.1 (boats)', 'KelpReader'],
    ['hello there', 'Unrecognized'],
  ])('%s is %s', (userAgent, agent) => {
    expect(classify(userAgent).agent).toBe(agent);
  });

  it('has a card for agents of the catalogue, and none for engines that are never refused', () => {
    expect(classify('OAI-SearchBot/1.0').known).toEqual({
      name: 'OAI-SearchBot',
      operator: 'OpenAI',
      kind: 'ai',
      url: 'https://platform.openai.com/docs/bots',
    });
    expect(classify('MJ12bot/v1.4').known).toMatchObject({ operator: 'Majestic', kind: 'seo' });
    expect(classify('Googlebot/2.1').known).toBeUndefined();
  });

  it('is recognised with a label or a card, unless its device is made up', () => {
    expect(classify('Googlebot/2.1').recognised).toBe(true);
    expect(classify('BLEXBot/1.0').recognised).toBe(true);
    expect(classify('HarbourBot/2.0').recognised).toBe(false);
    expect(classify('GPTBot/1.0 SymbianOS').recognised).toBe(false);
    expect(classify('GPTBot/1.0 SymbianOS')).toMatchObject({ legacy: true, agent: 'GPTBot (OpenAI)' });
  });

  it('is changed by hooks, also for the worse', async () => {
    const hooks = new Hooks();
    hooks.filter('svc_agent_map', (labels) => ({ ...labels, harbourbot: 'The harbour' }));
    hooks.filter('svc_known_agents', (known) => ({
      ...known,
      tidebot: ['TideBot', 'Tides', 'search', 'https://tides.example'],
      broken: ['Broken', 'Nobody', 'no kind', ''],
    }));
    hooks.filter('svc_spoof_signatures', () => ['abacus', '(']);
    const changed = createClassifier(await agentTables(hooks));
    expect(changed.classify('HarbourBot/2').agent).toBe('The harbour');
    expect(changed.classify('TideBot/2')).toMatchObject({ agent: 'TideBot', known: { operator: 'Tides' } });
    expect(changed.classify('broken/1').known).toBeUndefined();
    expect(changed.classify('Abacus 3').agent).toBe('Likely spoof/scanner');
    expect(changed.classify('SymbianOS').legacy).toBe(false);
  });

  it('says what an unknown client tells of itself', () => {
    expect(declaredIdentity('Mozilla/5.0 (compatible; KelpBot/1.0; +https://www.kelp.example/bot).')).toEqual(
      {
        name: 'KelpBot',
        url: 'https://www.kelp.example/bot',
        host: 'kelp.example',
        lookup: 'https://duckduckgo.com/?q=KelpBot%20crawler%20bot',
      },
    );
    expect(declaredIdentity('Mozilla/5.0 (see http://mast.example)')).toMatchObject({
      name: '',
      host: 'mast.example',
      lookup: 'https://duckduckgo.com/?q=mast.example%20crawler%20bot',
    });
    expect(declaredIdentity('Mozilla/5.0 Safari/537')).toEqual({ name: '', url: '', host: '', lookup: '' });
  });
});
