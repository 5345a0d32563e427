import { describe, expect, it } from 'vitest';
import { deepText } from '../../../../src/content/html/element.js';
import {
  removeClosedParts,
  removeUnseen,
  withoutClosedParts,
} from '../../../../src/content/privacy/html/closed-parts.js';
import { NO_PRIVACY_RULES } from '../../../../src/content/privacy/privacy.js';
import { tree } from '../../../support/content/html/tree.js';

/** The text of a page that is left. */
function textOf(html: string, rules = NO_PRIVACY_RULES): string {
  const page = tree(html);
  removeClosedParts(page, rules);
  return deepText(page);
}

function bodyOf(html: string): string {
  const body = tree(html);
  removeUnseen(body, NO_PRIVACY_RULES);
  return deepText(body);
}

it('the document that a frame contains is shown without its closed parts, also in a frame inside of it', () => {
  const inner = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const frame = (text: string) => `<iframe srcdoc="${inner(text)}"></iframe>`;
  const part = '<p>Boat</p><p data-nosnippet>tide</p>';
  expect(textOf(frame(part + frame(part)))).toBe('BoatBoat');
});

describe('a part of a page that its author keeps from results, models or some readers', () => {
  it.each([
    '<div data-nosnippet>tide</div>',
    '<p>On <span data-nosnippet="true">tide</span></p>',
    '<div data-noindex>tide</div>',
    '<noindex>tide</noindex>',
    '<llm-exclude><p>tide</p></llm-exclude>',
    '<div class="a robots-nocontent">tide</div>',
    '<!--googleoff: index--><p>tide</p><!--googleon: index-->',
    '<!--noindex--><p>tide</p><!--/noindex-->',
    '<div><!--sphider_noindex--><p>tide</p></div>',
    '<div><!--googleoff: index--></div><p>tide</p><div><!--googleon: index--></div>',
    '<div><div><!--noindex--><p>tide</p></div></div><ul><li>tide<!--/noindex--></li></ul>',
    '<div class="members-only">tide</div>',
    '<div class="memberful-protected">tide</div>',
    '<div class="u-show-logged-in">tide</div>',
    '<div data-memberstack-content="gold">tide</div>',
    '<div data-poool-mode="excerpt">tide</div>',
    '<div data-logged-in="true">tide</div>',
    '<div data-visibility-for="members">tide</div>',
    '<div data-show-when="logged-in">tide</div>',
    '<div data-if="user.signedIn">tide</div>',
    '<auth-guard>tide</auth-guard>',
    '<acme-paywall>tide</acme-paywall>',
    '<div data-wf-access-groups="members">tide</div>',
    '<div class="show-if-logged-in">tide</div>',
    '<div class="hide-if-logged-out">tide</div>',
    '<div class="hide-guests">tide</div>',
    '<div class="staff-only">tide</div>',
    '<div class="elementor-hidden-desktop elementor-hidden-tablet elementor-hidden-mobile">tide</div>',
    '<div class="kvs-lg-false kvs-md-false kvs-sm-false">tide</div>',
    '<div class="hidden-xs hidden-sm hidden-md hidden-lg">tide</div>',
    '<div class="fusion-no-small-visibility fusion-no-medium-visibility fusion-no-large-visibility">tide</div>',
    '<div class="paywalled-content">tide</div>',
    '<div class="paywall">tide</div>',
    '<div class="is-gated">tide</div>',
    '<div class="post__paywall">tide</div>',
    '<div class="paywall__content">tide</div>',
    '<div class="member-only-content">tide</div>',
    '<members-only>tide</members-only>',
    '<div data-login-required>tide</div>',
    '<div data-auth="required">tide</div>',
    '<div data-ng-if="loggedIn">tide</div>',
    '<section amp-access="subscriber">tide</section>',
    '<section subscriptions-section="content">tide</section>',
    '<div aria-hidden="true" style="filter: blur(6px)">tide</div>',
    '<div class="memberstack-gated">tide</div>',
    '<div class="internal-only">tide</div>',
    '<div class="authenticated-only">tide</div>',
    '<div class="login-required">tide</div>',
    '<div class="node node--unpublished">tide</div>',
    '<div class="js-paywall-content">tide</div>',
    '<p>Boats</p><div class="premium-content">tide</div>',
    '<p>Boats</p><div class="members_content">tide</div>',
    '<p>Boats</p><div data-premium>tide</div><p data-locked="true">tide</p>',
    '<p>Boats</p><section class="more" data-subscribers>tide</section>',
    '<p>Boats</p><div data-content-tier="paid">tide</div>',
    '<div v-if="$page.user">tide</div>',
    '<div v-can="edit">tide</div>',
    '<div v-role:admin>tide</div>',
    '<div data-bind="css: boat, visible: user().isMember">tide</div>',
    '<div class="exclusive_content">tide</div>',
    '<div data-require-auth="true">tide</div>',
    '<div data-outseta-show-if="authenticated">tide</div>',
    '<div data-o-authenticated>tide</div>',
    '<div data-show-if="logged-in">tide</div>',
    '<div class="print-only">tide</div>',
    '<div class="d-none d-print-block">tide</div>',
    '<div class="kg-card kg-email-card">tide</div>',
    '<div data-ms-content="gold">tide</div>',
    '<div data-ms-perm="can:moderate">tide</div>',
    '<div data-o-planids="a1">tide</div>',
    '<div data-wf-access-groups="gold">tide</div>',
    '<div data-members-only>tide</div>',
    '<div data-visibility="members">tide</div>',
    '<div v-if="user.isMember">tide</div>',
    '<div v-show="false">tide</div>',
    '<div x-show="$store.auth.loggedIn">tide</div>',
    '<div ng-if="user.isAdmin">tide</div>',
    '<div *ngIf="isLoggedIn">tide</div>',
    '<li class="comment"><em class="comment-awaiting-moderation">Wait.</em><p>tide</p></li>',
    '<div class="comment unapproved">tide</div>',
    '<div class="price w-condition-invisible">tide</div>',
    '<!-- ko if: user().isMember --><p>tide</p><!-- /ko -->',
    '<!-- ko if: isMember --><!-- ko foreach: boats --><p>tide</p><!-- /ko --><p>tide</p><!-- /ko -->',
    '<div><!-- ko ifnot: isGuest --><p>tide</p></div>',
    '<!--#if expr="$REMOTE_USER" --><p>tide</p><!--#endif -->',
    '<!-- begin noindex --><p>tide</p><!-- end noindex -->',
    '<!-- nosnippet --><p>tide</p><!-- /nosnippet -->',
    '<div :hidden="!isMember">tide</div>',
    '<div ng-hide="!loggedIn">tide</div>',
    '<div sec:authorize="isAuthenticated()">tide</div>',
    '<div if.bind="user.isMember">tide</div>',
    '<div v-if="$can(\'edit\', boat)">tide</div>',
    '<div class="embargoed">tide</div>',
    '<div class="internal-use-only">tide</div>',
    '<div class="comment-unapproved">tide</div>',
    '<div class="only-email">tide</div>',
    '<div class="ai-ignore">tide</div>',
    '<div data-allowed-roles="tidal">tide</div>',
    '<div data-restrict-to="members">tide</div>',
    '<div data-confidential>tide</div>',
    '<div data-classification="internal">tide</div>',
    '<p>Boats</p><div data-protected>tide</div><p class="draft-content">tide</p>',
    '<signed-in>tide</signed-in>',
    '<premium-content>tide</premium-content>',
  ])('is removed: %s', (html) => {
    expect(textOf(`<p>quay</p>${html}`)).toMatch(/^quay(?!.*tide)/);
  });

  it.each(['d-none', 'hidden', 'is-hidden', 'd-none d-sm-none', 'invisible'])(
    'is removed from a body where its class hides it: %s',
    (name) => expect(bodyOf(`<p>quay</p><div class="${name}">tide</div>`)).toBe('quay'),
  );

  it.each([
    '<div class="hidden md:block">tide</div>',
    '<div class="d-none d-lg-flex">tide</div>',
    '<button>Open</button><div class="hidden">tide</div>',
    '<a href="#more">Open</a><p>x</p><div id="more" class="d-none">tide</div>',
    '<div role="tabpanel" class="hidden">tide</div>',
    '<div class="faq-answer hidden">tide</div>',
    '<div class="overflow-hidden">tide</div>',
  ])('stays in a body where a screen or a click shows it: %s', (html) => {
    expect(bodyOf(html)).toContain('tide');
  });

  it('ends with its comment', () => {
    expect(textOf('<p>a</p><!--googleoff: all--><p>b</p><!--googleon: all--><p>c</p>')).toBe('ac');
  });

  it.each([
    '<div class="member-list">tide</div>',
    '<p>Crew</p><div class="member"><img alt=""><div class="member-content">tide</div></div>',
    '<section class="members-section"><h2>Crew</h2><p>tide</p></section>',
    '<section class="premium-content"><p>tide</p></section>',
    '<p>Land</p><div class="protected-area">tide</div><div class="protected-area">tide</div>',
    '<div class="locked">tide</div>',
    '<div class="protected">tide</div>',
    '<div class="vip">tide</div>',
    '<div class="icon-only">tide</div>',
    '<div class="client-only">tide</div>',
    '<div class="paywall-article">tide</div>',
    '<div class="gated-community">tide</div>',
    '<div style="filter: blur(6px)">tide</div>',
    '<section amp-access="NOT subscriber">tide</section>',
    '<section subscriptions-section="content-not-granted">tide</section>',
    '<user-card>tide</user-card>',
    '<div class="logged-in">tide</div>',
    '<div data-ms-content="!members">tide</div>',
    '<div data-access-group="everyone">tide</div>',
    '<div data-show-for="medium">tide</div>',
    '<div data-plan="premium">tide</div>',
    '<div data-premium>tide</div>',
    '<p>Plans</p><div class="plan">Free</div> <div class="plan" data-premium>tide</div>',
    '<p>Boats</p><div data-locked="false">tide</div>',
    '<p>Boats</p><div data-permissions="camera">tide</div>',
    '<div data-bind="visible: boats().length">tide</div>',
    '<div v-if="$page.title">tide</div>',
    '<div class="premium-boats">tide</div>',
    '<div class="password-policy">tide</div>',
    '<div class="d-none d-md-block">tide</div>',
    '<div class="elementor-hidden-desktop elementor-hidden-tablet">tide</div>',
    '<div class="hidden-sm hidden-md hidden-lg">tide</div>',
    '<div class="screen-reader-text">tide</div>',
    '<div class="d-print-none">tide</div>',
    '<div class="entry-content print-only">tide</div>',
    '<div class="print-only"><div itemprop="articleBody">tide</div></div>',
    '<div v-if="open">tide</div>',
    '<div v-if="!user">tide</div>',
    '<div data-role="page">tide</div>',
    '<div data-visibility="visible">tide</div>',
    '<div data-nosnippet="false">tide</div>',
    '<div data-hide-on-close="true">tide</div>',
    '<!--googleoff: anchor--><p>tide</p>',
    '<div><!--googleoff: all--><nav>a</nav></div><p>tide</p><p><!--googleoff: all-->b<!--googleon: all--></p>',
    '<div><!--googleoff: all--><nav>a</nav></div><main><!--googleon: all--><p>tide</p></main>',
    '<!-- noindex is a rule for robots --><p>tide</p>',
    '<!-- ko if: boats().length --><p>tide</p><!-- /ko -->',
    '<!-- ko ifnot: isMember --><p>tide</p><!-- /ko -->',
    '<!-- ko if: isMember --><p>a</p><!-- /ko --><p>tide</p>',
    '<!--#if expr="$REMOTE_USER" --><p>a</p><!--#else --><p>tide</p><!--#endif -->',
    '<div :hidden="isMember">tide</div>',
    '<div data-classification="mammal">tide</div>',
    '<div class="not-only">tide</div>',
    '<li class="comment"><p>tide</p></li>',
  ])('isn’t meant: %s', (html) => {
    expect(textOf(html)).toContain('tide');
  });

  it('is published where the owner allows its name', () => {
    const allow = (name: string) => ({ allow: [name], deny: [] });
    expect(textOf('<div data-nosnippet>tide</div>', allow('nosnippet'))).toBe('tide');
    expect(textOf('<div class="print-only">tide</div>', allow('print-*'))).toBe('tide');
    expect(textOf('<!--noindex--><p>tide</p>', allow('noindex'))).toBe('tide');
    const nowhere = '<p class="hide-desktop hide-tablet hide-mobile">tide</p>';
    expect(textOf(nowhere)).toBe('');
    expect(textOf(nowhere, allow('hide-mobile'))).toBe('tide');
  });

  it('has a class that the owner denies', () => {
    const page = '<p class="note Back-Stage">tide</p><p class="backstage-pass">open</p>';
    expect(textOf(page, { allow: ['back-*'], deny: ['back-stage'] })).toBe('open');
    expect(textOf(page)).toBe('tideopen');
  });

  it('takes no time beyond its length where many siblings are hidden', () => {
    const before = process.cpuUsage();
    expect(bodyOf('<div class="hidden">tide</div>'.repeat(20_000))).toBe('');
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(2000);
  });
});

describe('an empty element that divides a page for members', () => {
  it('takes no time beyond its length where many siblings may be products', () => {
    const html = `<p>Boats</p>${Array.from({ length: 20_000 }, (_, n) => `<i class="a${n}" data-premium></i>`).join('')}`;
    const started = process.cpuUsage().user;
    expect(textOf(html)).toBe('Boats');
    expect((process.cpuUsage().user - started) / 1000).toBeLessThan(2000);
  });

  it('hides what follows it in its box', () => {
    const page =
      '<main><p>Open.</p><div id="steady_paywall" style="display: none;"></div><p>tide</p></main><p>End.</p>';
    expect(textOf(page)).toBe('Open.End.');
  });

  it.each([
    ['an overlay before all text', '<div id="acme_paywall"></div><main><p>tide</p></main>'],
    ['a box with a text', '<p>Open.</p><div id="about-paywall">About paywalls</div><p>tide</p>'],
  ])('is not %s', (_, page) => {
    expect(textOf(page)).toContain('tide');
  });
});

describe('a title, a name or an excerpt with HTML', () => {
  it.each([
    'Notes <span data-nosnippet>tide</span>',
    'Notes <span class="members-only">tide</span>',
    'Notes <noindex>tide</noindex>',
    'Notes <!--noindex-->tide<!--/noindex-->',
  ])('loses what is not for every reader: %s', (html) => {
    expect(withoutClosedParts(html, NO_PRIVACY_RULES)).not.toContain('tide');
  });

  it('stays as it is otherwise', () => {
    const html = '<em class="lead">Notes</em> &amp; <!-- a note --> more';
    expect(withoutClosedParts(html, NO_PRIVACY_RULES)).toBe(html);
  });
});

it.each(['wp_rp_wrap wp_rp_plain', 'zemanta-related', 'sharedaddy sd-sharing-enabled'])(
  'a box about other entries is no text of a body: %s',
  (names) => {
    expect(bodyOf(`<p>tide</p><div class="${names}"><h3>More</h3><ul><li>Other</li></ul></div>`)).toBe(
      'tide',
    );
  },
);
