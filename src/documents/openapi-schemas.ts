/** A JSON Schema, as OpenAPI 3.1 uses them. */
type Schema = Readonly<Record<string, unknown>>;

const text: Schema = { type: 'string' };
const uri: Schema = { type: 'string', format: 'uri' };
const texts: Schema = { type: 'array', items: text };
const object = (properties: Readonly<Record<string, Schema>>): Schema => ({ type: 'object', properties });
const link = object({ href: uri, type: text });

/** Ids are made from addresses and do not fit into 32 bits, the size that client generators use for an integer. */
export const ENTRY_ID: Schema = { type: 'integer', format: 'int64' };

/** Names, types and order of the members that every read API of this kind has. */
const CORE: Readonly<Record<string, Schema>> = {
  id: ENTRY_ID,
  date: { type: 'string', format: 'date-time' },
  modified: { type: 'string', format: 'date-time' },
  slug: text,
  status: text,
  link: uri,
  title: { $ref: '#/components/schemas/RenderedText' },
  excerpt: { $ref: '#/components/schemas/RenderedText' },
  content: { $ref: '#/components/schemas/RenderedText' },
};

/** HTML as one string. */
export const RENDERED_TEXT: Schema = object({ rendered: text });

/**
 * An item of the read API that the build writes.
 * @see schemas/content-item.schema.json, the full definition
 */
export const CONTENT_ITEM: Schema = object({
  ...CORE,
  type: text,
  authors: texts,
  categories: texts,
  tags: texts,
  lang: text,
  image: object({ url: uri, alt: text }),
  _links: object({ self: link, collection: link, alternate: link }),
});

/** An item of another system's read API, whose dates may lack their time zone. */
export const EXTERNAL_ITEM: Schema = object({ ...CORE, date: text, modified: text });

/** An error of a live read API. */
export const API_ERROR: Schema = {
  ...object({ code: text, message: text, data: object({ status: { type: 'integer' } }) }),
  required: ['code', 'message'],
};
