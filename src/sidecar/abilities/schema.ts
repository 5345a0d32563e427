/** Short forms for the JSON schemas of abilities. */

import type { JsonSchema } from './ability.js';

/** Schemas by the names of their members. */
export type Properties = Readonly<Record<string, JsonSchema>>;

/** @param text what the value means, for a language model; left out where the name says it */
export function textOf(text?: string, more: JsonSchema = {}): JsonSchema {
  return schemaOf('string', text, more);
}

export function integerOf(text?: string, more: JsonSchema = {}): JsonSchema {
  return schemaOf('integer', text, more);
}

export function numberOf(text?: string): JsonSchema {
  return schemaOf('number', text, {});
}

export function flagOf(text?: string, more: JsonSchema = {}): JsonSchema {
  return schemaOf('boolean', text, more);
}

/** One of several words. */
export function oneOf(words: readonly string[], text?: string, more: JsonSchema = {}): JsonSchema {
  return schemaOf('string', text, { enum: words, ...more });
}

export function listOf(items: JsonSchema, text?: string): JsonSchema {
  return schemaOf('array', text, { items });
}

/** An object with these members and no others. All of them may be absent. */
export function recordOf(properties: Properties, text?: string): JsonSchema {
  return schemaOf('object', text, { properties, additionalProperties: false });
}

/** An object of a list: members beside the named ones are let through. */
export function rowOf(properties: Properties = {}, text?: string): JsonSchema {
  return schemaOf('object', text, { properties, additionalProperties: true });
}

/** Members that are whole numbers. */
export function integersOf(...names: readonly string[]): Properties {
  return Object.fromEntries(names.map((name) => [name, integerOf()]));
}

/** A schema that also allows null. */
export function orNull(schema: JsonSchema): JsonSchema {
  // Not every client takes a list of types.
  const { description, ...rest } = schema;
  return { anyOf: [rest, { type: 'null' }], ...(description !== undefined && { description }) };
}

/**
 * What an ability takes: a closed object. Where nothing is required no input at all is as good as an empty one, since
 * a GET cannot express an empty object.
 */
export function inputOf(properties: Properties = {}, required: readonly string[] = []): JsonSchema {
  const more = required.length > 0 ? { required } : { default: {} };
  return { type: 'object', properties, additionalProperties: false, ...more };
}

/**
 * What an ability returns: a closed object, so that every key of it is declared.
 * @param optional members that may be absent; all others must be there
 */
export function outputOf(properties: Properties, optional: readonly string[] = []): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return {
    type: 'object',
    properties,
    additionalProperties: false,
    ...(required.length > 0 && { required }),
  };
}

/**
 * Returns an empty value that matches a schema: null where the schema allows it, else 0, false, an empty text or list.
 * Objects contain their required members, or all members if the schema names none as required.
 */
export function emptyOf({ type, properties = {}, required }: JsonSchema): unknown {
  switch (type) {
    case 'object': {
      const members = Object.entries(properties as Properties).filter(
        ([name]) => !Array.isArray(required) || required.includes(name),
      );
      return Object.fromEntries(members.map(([name, schema]) => [name, emptyOf(schema)]));
    }
    case 'array':
      return [];
    case 'string':
      return '';
    case 'boolean':
      return false;
    default:
      return type === undefined ? null : 0;
  }
}

function schemaOf(type: string, text: string | undefined, more: JsonSchema): JsonSchema {
  return { type, ...(text !== undefined && { description: text }), ...more };
}
