import type { BodyFormat } from '../../content/body/port.js';
import type { CardNotes } from './cards.js';
import { cleanGhostHtml } from './clean-html.js';
import { cutGhostGates } from './gates.js';
import { renderLexical } from './lexical.js';
import { renderMobiledoc, soleMarkdown } from './mobiledoc.js';
import type { Row } from './values.js';

/** A body as the pipeline takes it. */
export interface GhostBody {
  readonly body: string;
  readonly format: BodyFormat;
}

/** Receives warnings, and the rules of what to leave out. */
export interface BodyNotes extends CardNotes {
  /** Called with the field that has no usable text. */
  onBroken(field: string): void;
}

/**
 * The body of a post, without the parts for members or newsletter readers: the exported HTML, else the editor's
 * own formats from the newest to the oldest.
 */
export function readBody(row: Row, notes: BodyNotes): GhostBody {
  const html = fieldText(row, 'html');
  if (html !== '') return asHtml(html, notes);
  const lexical = parsed(row, 'lexical', notes);
  if (lexical !== undefined) return asHtml(renderLexical(lexical, notes), notes);
  const mobiledoc = parsed(row, 'mobiledoc', notes);
  const markdown = mobiledoc === undefined ? fieldText(row, 'markdown') : soleMarkdown(mobiledoc);
  if (markdown !== undefined) return { body: cutGhostGates(markdown, notes.gates), format: 'markdown' };
  return asHtml(renderMobiledoc(mobiledoc, notes), notes);
}

function asHtml(html: string, { gates }: BodyNotes): GhostBody {
  return { body: cleanGhostHtml(cutGhostGates(html, gates)), format: 'html' };
}

function fieldText(row: Row, key: string): string {
  const value = row[key];
  return typeof value === 'string' && value.trim() !== '' ? value : '';
}

function parsed(row: Row, key: string, notes: BodyNotes): unknown {
  const value = row[key];
  if (typeof value === 'object' && value !== null) return value;
  const json = fieldText(row, key);
  if (json === '') return undefined;
  try {
    return JSON.parse(json);
  } catch {
    notes.onBroken(key);
    return undefined;
  }
}
