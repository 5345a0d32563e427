import { describe, expect, it } from 'vitest';
import type { PrivacyRules } from '../../../../src/config/config.js';
import { NO_PRIVACY_RULES } from '../../../../src/content/privacy/privacy.js';
import type { Gate } from '../../../../src/content/privacy/wordpress/ranges.js';
import { readBody } from '../../../../src/sources/ghost/body.js';

function body(row: object, rules: Partial<PrivacyRules> = {}): { html: string; gates: readonly Gate[] } {
  const gates: Gate[] = [];
  const means = { rules: { ...NO_PRIVACY_RULES, ...rules }, onGate: (gate: Gate) => void gates.push(gate) };
  const read = readBody({ ...row }, { onUnknown: () => {}, onBroken: () => {}, gates: means });
  return { html: read.body, gates };
}

const BEGIN = '<!--kg-gated-block:begin nonMember:false memberSegment:"status:free,status:-free" -->';
const END = '<!--kg-gated-block:end-->';
const AFTER = '<p>PUBLIC after.</p>';

describe('gates in the HTML of Ghost', () => {
  it.each([
    ['a block', `${BEGIN}<p>CANARY</p>${END}`],
    ['a box that closes inside', `<div class="a">${BEGIN}</div><div><p>CANARY</p></div>${END}`],
    ['a box that opens inside', `${BEGIN}<div><p>CANARY</p>${END}</div>`],
    ['a list across the border', `<ul><li>a${BEGIN}</li><li>CANARY</li>${END}</ul>`],
    ['a table across the border', `<table><tr><td>${BEGIN}CANARY</td></tr></table>${END}`],
    ['an attribute that stays open', `${BEGIN}<a href="CANARY${END}`],
    ['a script', `${BEGIN}<script>CANARY</script><p>CANARY</p>${END}`],
    ['in each other', `${BEGIN}<p>a</p>${BEGIN}CANARY${END}<p>CANARY</p>${END}`],
    ['in an open one', `<!--kg-gated-block:begin nonMember:true -->${BEGIN}CANARY${END}${END}`],
    [
      'other spelling',
      '<!-- KG-gated-block : begin nonmember:false --><p>CANARY</p><!-- kg-gated-block:END -->',
    ],
    ['no settings', `<!--kg-gated-block:begin--><p>CANARY</p>${END}`],
    ['a comment that sounds so', '<!-- begin:subscribers --><p>CANARY</p><!-- end:subscribers -->'],
    ['a comment in German', '<!-- nur für Mitglieder --><p>CANARY</p><!-- /nur für Mitglieder -->'],
    ['a card of an older editor', '<!--kg-card-begin: paywall--><p>CANARY</p><!--kg-card-end: paywall-->'],
  ])('hold back what they enclose: %s', (_, gated) => {
    const { html } = body({ html: `<p>PUBLIC before.</p>${gated}${AFTER}` });
    expect(html).not.toContain('CANARY');
    expect(html).toContain('PUBLIC before.');
    expect(html).toContain('PUBLIC after.');
  });

  it.each([
    ['a block', BEGIN],
    ['the paywall', '<!--members-only-->'],
    ['a comment that sounds so', '<!-- premium content -->'],
  ])('hold back all that follows when they never end: %s', (_, gate) => {
    const { html } = body({ html: `<p>PUBLIC before.</p>${gate}<p>CANARY</p>` });
    expect(html).toBe('<p>PUBLIC before.</p>');
  });

  it.each([
    [
      'a block for all',
      '<!--kg-gated-block:begin nonMember:true memberSegment:"" --><p>PUBLIC</p><!--kg-gated-block:end-->',
    ],
    ['cards', '<!--kg-card-begin: html--><p>PUBLIC</p><!--kg-card-end: html-->'],
    ['a note', '<!-- ask the members about last year --><p>PUBLIC</p>'],
  ])('keep what is for everybody: %s', (_, html) => {
    const read = body({ html: `${html}${AFTER}` });
    expect(read.html).toContain('PUBLIC</p>');
    expect(read.html).toContain('PUBLIC after.');
    expect(read.gates).toEqual([]);
  });

  it('obey the owner', () => {
    const html = '<!-- begin:premium --><p>PUBLIC</p><!-- end:premium -->';
    expect(body({ html }).html).not.toContain('PUBLIC');
    expect(body({ html }, { allow: ['premium'] }).html).toContain('PUBLIC');
    const notes = '<!-- begin:crew --><p>CANARY</p><!-- end:crew -->';
    expect(body({ html: notes }).html).toContain('CANARY');
    expect(body({ html: notes }, { deny: ['crew'] }).html).not.toContain('CANARY');
  });
});

const lexical = (...children: object[]) => ({ lexical: JSON.stringify({ root: { children } }) });
const words = (text: string) => ({ type: 'paragraph', children: [{ type: 'text', text }] });

describe('cards of Ghost', () => {
  it.each<[string, object]>([
    ['the editor', { type: 'html', html: 'CANARY', visibility: { web: { nonMember: false } } }],
    ['the older editor', { type: 'html', html: 'CANARY', visibility: { showOnWeb: false } }],
    ['the oldest form', { type: 'html', html: 'CANARY', visibility: { emailOnly: true, segment: '' } }],
    ['an unknown visibility', { type: 'html', html: 'CANARY', visibility: 'members' }],
    ['a switch', { type: 'html', html: 'CANARY', membersOnly: true }],
    ['its name', { type: 'paid-section', html: 'CANARY', children: [words('CANARY')] }],
    ['a box with a list of tiers', { type: 'box', access: ['gold', 'members'], children: [words('CANARY')] }],
    ['a comment in it', { type: 'html', html: `${BEGIN}CANARY${END}` }],
  ])('are held back by %s', (_, card) => {
    const { html } = body(lexical(words('PUBLIC before.'), card, words('PUBLIC after.')));
    expect(html).toBe('<p>PUBLIC before.</p><p>PUBLIC after.</p>');
  });

  it.each<[string, object]>([
    [
      'for all',
      {
        type: 'html',
        html: 'PUBLIC',
        visibility: { web: { nonMember: true, memberSegment: 'status:free' } },
      },
    ],
    ['without a word', { type: 'html', html: 'PUBLIC' }],
    [
      'with rating and button',
      { type: 'callout', calloutText: 'PUBLIC', backgroundColor: 'blue', showButton: true },
    ],
  ])('stay: %s', (_, card) => {
    const { html, gates } = body(lexical(card));
    expect(html).toContain('PUBLIC');
    expect(gates).toEqual([]);
  });

  it('of the former editor are held back as well', () => {
    const mobiledoc = JSON.stringify({
      sections: [
        [10, 0],
        [1, 'p', [[0, [], 0, 'PUBLIC after.']]],
      ],
      cards: [['html', { html: 'CANARY', visibility: { web: { nonMember: false } } }]],
    });
    expect(body({ mobiledoc }).html).toBe('<p>PUBLIC after.</p>');
  });
});
