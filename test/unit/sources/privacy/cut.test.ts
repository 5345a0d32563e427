import { describe, expect, it } from 'vitest';
import type { PrivacyRules } from '../../../../src/config/config.js';
import { NO_PRIVACY_RULES } from '../../../../src/content/privacy/privacy.js';
import { cutGates } from '../../../../src/content/privacy/wordpress/cut.js';
import { gateWarnings } from '../../../../src/content/privacy/wordpress/warnings.js';
import {
  INVENTED_GATES,
  PLANTED_GATES,
  PUBLIC_PIECES,
  PUBLIC_SHORTCODES,
  RANGES,
} from '../../../support/sources/privacy/planted.js';

const cut = (text: string, rules: Partial<PrivacyRules> = {}) =>
  cutGates(text, { ...NO_PRIVACY_RULES, ...rules });

describe('what sounds like a restriction', () => {
  it.each(INVENTED_GATES)('holds the text in [%s] back, and nothing else', (name) => {
    const { text, gates } = cut(
      `Before. [${name} a="b"]CANARY[/${name}] Behind. [${name}]CANARY[/${name}] End.`,
    );
    expect(text).toBe('Before.  Behind.  End.');
    expect(gates).toHaveLength(2);
  });

  it.each(Object.entries(PLANTED_GATES))('holds its text back: %s', (_, body) => {
    const { text, gates } = cut(`Before. ${body}`);
    expect(text).toMatch(/^Before\. /);
    expect(text).not.toContain('CANARY');
    expect(gates).not.toEqual([]);
  });
});

it('reads settings that are nested deeply as unclear, and without end', () => {
  const nested = `${'{"members":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
  expect(cut(`A <!-- wp:group ${nested} --><p>CANARY</p><!-- /wp:group --> B`).text).toBe('A  B');
});

describe('a range between two tags, blocks or comments', () => {
  it.each(RANGES)('is held back, and nothing behind it: %s', (range) => {
    const [start = '', end = ''] = range.split(/(?<=[\]>])\|/);
    const { text, gates } = cut(`Before. ${start} CANARY ${end} Behind.`);
    expect(text).toMatch(/^Before\. (?:<!--[^>]*-->)? ?Behind\.$/);
    expect(gates).toHaveLength(1);
  });

  it('ends with the page where its end is missing', () => {
    expect(cut('Before. [members_start level="2"] CANARY').text).toBe('Before. ');
  });

  it('stays where the owner allows it', () => {
    const text = '[vip_start]PUBLIC[vip_end]';
    expect(cut(text, { allow: ['vip_start'] }).text).toBe(text);
  });
});

describe('what does not', () => {
  it.each(PUBLIC_SHORTCODES)('keeps the text in [%s], and is listed', (name) => {
    const body = `[${name} style="wide"]PUBLIC[/${name}]`;
    expect(cut(body)).toEqual({ text: body, gates: [], enclosing: new Map([[name, 1]]) });
  });

  it.each(Object.entries(PUBLIC_PIECES))('keeps its text: %s', (_, body) => {
    expect(cut(body).text).toBe(body);
  });
});

describe('the owner', () => {
  it.each([
    ['[vip]PUBLIC[/vip]', 'vip'],
    ['[members]PUBLIC[/members]', 'members'],
    ['<!-- wp:acme/members-area --><p>PUBLIC</p><!-- /wp:acme/members-area -->', 'acme/*'],
    ['<!-- wp:group {"membersOnly":true} --><p>PUBLIC</p><!-- /wp:group -->', 'membersOnly'],
    [
      '<!-- wp:group {"metadata":{"blockVisibility":false}} --><p>PUBLIC</p><!-- /wp:group -->',
      'metadata.block*',
    ],
    ['<!-- begin:paid --><p>PUBLIC</p><!-- end:paid -->', 'paid'],
    ['[box role="editor"]PUBLIC[/box]', 'role'],
    ['[box role="editor"]PUBLIC[/box]', 'box'],
    ['[vip]\nPUBLIC', 'VIP'],
  ])('publishes %s with %s in "allow"', (body, pattern) => {
    expect(cut(body).text).not.toContain('PUBLIC');
    expect(cut(body, { allow: [pattern] }).text).toBe(body);
  });

  it.each([
    ['[box]CANARY[/box]', 'box'],
    ['<!-- wp:acme/card --><p>CANARY</p><!-- /wp:acme/card -->', 'acme/card'],
    ['<!-- wp:group {"season":"winter"} --><p>CANARY</p><!-- /wp:group -->', 'season'],
    ['<!-- draft notes --><p>CANARY</p><!-- /draft notes -->', 'draft-notes'],
    ['[box season="winter"]CANARY[/box]', 'season'],
  ])('holds %s back with %s in "deny"', (body, pattern) => {
    expect(cut(body).text).toBe(body);
    expect(cut(body, { deny: [pattern] }).text).not.toContain('CANARY');
    expect(cut(body, { deny: [pattern], allow: ['*'] }).text).not.toContain('CANARY');
  });
});

describe('a warning', () => {
  const warn = (text: string, rules?: Partial<PrivacyRules>) =>
    gateWarnings(cut(text, rules).gates, { file: 'export.xml', line: 12, label: '“Prices”' });

  it('names place, count, reason and setting', () => {
    const body = '[su_members]a[/su_members] [su_members]b[/su_members]';
    expect(warn(body)).toEqual([
      {
        code: 'privacy-held-back',
        file: 'export.xml',
        line: 12,
        message: 'In “Prices”, 2 texts in [su_members] are held back: “members” sounds like a restriction.',
        fix: 'If every reader may see it, add "su_members" to "privacy.allow". If not, add it to "privacy.deny" to hold it back without a warning.',
        skipped: true,
      },
    ]);
  });

  it('names the attribute that decided', () => {
    const [warning] = warn('<!-- wp:group {"acme":{"membersOnly":true}} --><p>a</p><!-- /wp:group -->');
    expect(warning?.message).toContain('the text in the block “group” with “acme.membersOnly” is held back');
    expect(warning?.fix).toContain('add "membersOnly" to "privacy.allow"');
  });

  it('is given for a gate that never ends', () => {
    expect(warn('[members level="2"]a')[0]?.message).toContain('never closed');
  });

  it.each([
    ['of a known extension', '[pmpro_member]a[/pmpro_member]', {}],
    ['that the owner denies', '[su_members]a[/su_members]', { deny: ['su_members'] }],
    [
      'that hides by the editor',
      '<!-- wp:group {"blockVisibility":{"hideBlock":true}} -->a<!-- /wp:group -->',
      {},
    ],
  ])('is not given for a gate %s', (_, body, rules) => {
    expect(cut(body, rules).gates).toHaveLength(1);
    expect(warn(body, rules)).toEqual([]);
  });
});

describe('blocks that cross', () => {
  const [member, open, close] = [
    'acme/members-only',
    (name: string) => `<!-- wp:${name} -->`,
    (name: string) => `<!-- /wp:${name} -->`,
  ];

  it('hold back everything between the first and the last edge', () => {
    const body = `A${open(member)}CANARY${open('acme/vip')}CANARY${close(member)}CANARY${close('acme/vip')}B`;
    expect(cut(body).text).toBe('AB');
  });

  it('end with the gate where only it restricts', () => {
    const body = `A${open(member)}CANARY${open('group')}CANARY${close(member)}B${close('group')}`;
    expect(cut(body).text).toBe(`AB${close('group')}`);
  });
});

describe('hostile texts', () => {
  it.each([
    ['tags', '[su_members a="'.repeat(40_000)],
    ['closers', '[su_members]'.repeat(20_000) + '[/su_members]'.repeat(20_000)],
    ['comments', '<!-- wp:group {"membersOnly":true} -->'.repeat(20_000)],
    ['open comments', '<!-- '.repeat(60_000)],
    ['code', '<pre>[code]'.repeat(30_000)],
    ['marks', '<!-- begin:paid -->'.repeat(20_000)],
    ['edges', '[vip_start]'.repeat(20_000) + '[vip_end]'.repeat(20_000)],
    ['stray closers', '[vip]a[/vip]'.repeat(10_000) + '[/other]'.repeat(10_000)],
  ])('take no time beyond their length: %s', (_, text) => {
    const began = performance.now();
    cutGates(text, NO_PRIVACY_RULES);
    expect(performance.now() - began).toBeLessThan(2000);
  });
});
