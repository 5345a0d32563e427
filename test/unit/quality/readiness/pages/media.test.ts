import { describe, expect, it } from 'vitest';
import { checkupOf, prose, row, status } from '../../../../support/quality/readiness/pages/page.js';

const video = '<video src="/v/harvest.mp4"></video>';
const embed = (inside: string, classes = 'wp-block-embed is-type-video') =>
  `<figure class="${classes}">${inside}</figure>`;
const counts = (html: string) => {
  const { videos, audios, undescribed } = checkupOf(html).measures.media;
  return [videos, audios, undescribed];
};

describe('media', () => {
  it.each([
    ['nothing to describe', prose(20), 'pass'],
    ['a bare video', video, 'warn'],
    ['a bare recording', '<audio src="/a/millsong.mp3"></audio>', 'warn'],
    ['a caption', `<figure>${video}<figcaption>The harvest of oats.</figcaption></figure>`, 'pass'],
    ['an empty caption', `<figure>${video}<figcaption> </figcaption></figure>`, 'warn'],
    ['149 words beside it', video + prose(149), 'warn'],
    ['150 words beside it', video + prose(150), 'pass'],
    ['a transcript', `${video}<h3>Full transcript</h3>`, 'pass'],
    ['a transcript to be opened', `${video}<details><summary>Transcription</summary>…</details>`, 'pass'],
    ['a word that only begins like it', `${video}<h3>Transcripts of court</h3>`, 'warn'],
    ['a heading too long for a label', `${video}<h3>Transcript ${'word '.repeat(12)}</h3>`, 'warn'],
  ] as const)('%s: %s', (_, html, expected) => {
    expect(status('media', html)).toBe(expected);
  });

  it('a note of the owner describes, by address in any form of the player', () => {
    const html = embed('<iframe src="https://www.youtube.com/embed/abcDEF12345"></iframe>');
    const extra = { media: { 'https://youtu.be/abcDEF12345': 'How the wheel is set.' } };
    expect(status('media', html, { extra })).toBe('pass');
    expect(status('media', html, { extra: { media: { 'https://youtu.be/abcDEF12345': ' ' } } })).toBe('warn');
    expect(status('media', html, { extra: { media: 'no map' } })).toBe('warn');
  });

  it.each([
    ['an embed that says it is a video', embed('<iframe src="https://tube.example/x"></iframe>'), [1, 0, 1]],
    [
      'an embed on a host of videos',
      embed('<iframe src="https://player.vimeo.com/video/1234567"></iframe>', 'wp-block-embed'),
      [1, 0, 1],
    ],
    [
      'by the address in its text',
      embed('<div>https://www.youtube.com/watch?v=abcDEF12345</div>', 'wp-block-embed'),
      [1, 0, 1],
    ],
    [
      'by what it quotes',
      embed(
        '<blockquote cite="https://www.tiktok.com/@mill/video/7123456789">…</blockquote>',
        'wp-block-embed',
      ),
      [1, 0, 1],
    ],
    ['by a link', embed('<a href="https://vimeo.com/1234567">film</a>', 'wp-block-embed'), [1, 0, 1]],
    [
      'not by its caption',
      embed('<figcaption>https://vimeo.com/1234567</figcaption>', 'wp-block-embed'),
      [0, 0, 0],
    ],
    [
      'an embed of something else',
      embed('<iframe src="https://maps.example/x"></iframe>', 'wp-block-embed'),
      [0, 0, 0],
    ],
    [
      'a frame outside of an embed',
      '<iframe src="https://player.vimeo.com/video/1234567"></iframe>',
      [0, 0, 0],
    ],
    [
      'a card with a frame',
      embed('<iframe src="https://www.youtube.com/embed/abcDEF12345"></iframe>', 'kg-card kg-embed-card'),
      [1, 0, 1],
    ],
    ['a source in place of src', '<video><source src="/v/harvest.mp4"></video>', [1, 0, 1]],
    ['the same video twice', `${video}${video}`, [1, 0, 1]],
    [
      'two players of one video',
      embed('<iframe src="https://www.youtube.com/embed/abcDEF12345"></iframe>') +
        embed('https://youtu.be/abcDEF12345'),
      [1, 0, 1],
    ],
    [
      'two videos and a recording',
      `${video}<video src="/v/sowing.mp4"></video><audio src="/a/song-of-rye.mp3"></audio>`,
      [2, 1, 3],
    ],
    [
      'a video inside of an embed',
      embed('https://vimeo.com/1234567<video src="/v/harvest.mp4"></video>'),
      [1, 0, 1],
    ],
  ])('%s', (_, html, expected) => {
    expect(counts(html)).toEqual(expected);
  });

  it('a caption reaches four levels down and no further', () => {
    const nested = (levels: number) =>
      `<figure>${'<div>'.repeat(levels - 1)}${video}${'</div>'.repeat(levels - 1)}<figcaption>Oats.</figcaption></figure>`;
    expect(counts(nested(4))).toEqual([1, 0, 0]);
    expect(counts(nested(5))).toEqual([1, 0, 1]);
  });

  it('files of captions are mentioned and do not describe', () => {
    const html = '<video src="/v/harvest.mp4"><track src="/v/harvest.vtt" kind="subtitles"></video>';
    expect(row('media', html)).toMatchObject({
      status: 'warn',
      detail: expect.stringContaining('file of captions'),
    });
    expect(
      checkupOf('<video src="/v/x.mp4"><track src="/c.vtt" kind="chapters"></video>').measures.media
        .captioned,
    ).toBe(0);
  });
});
