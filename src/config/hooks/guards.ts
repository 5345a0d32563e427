import { isObject } from '../../core/json.js';
import type { Shape } from './row.js';

/** Checks whether a hook's result has the required form. */
export type Guard<Value> = (value: unknown) => value is Value;

/** JSON objects as documents, rows and maps use them. */
export type Json = Readonly<Record<string, unknown>>;

const isText: Guard<string> = (value) => typeof value === 'string';
const isCount: Guard<number> = (value): value is number => Number.isFinite(value);
const isFlag: Guard<boolean> = (value) => typeof value === 'boolean';
const isJson: Guard<Json> = isObject;

function isListOf<T>(guard: Guard<T>): Guard<readonly T[]> {
  return (value): value is readonly T[] => Array.isArray(value) && value.every(guard);
}

function isMapOf<T>(guard: Guard<T>): Guard<Readonly<Record<string, T>>> {
  return (value): value is Readonly<Record<string, T>> => isJson(value) && Object.values(value).every(guard);
}

export const text: Shape<string> = { name: 'text', guard: isText };
export const count: Shape<number> = { name: 'number', guard: isCount };
export const flag: Shape<boolean> = { name: 'true or false', guard: isFlag };
export const json: Shape<Json> = { name: 'object', guard: isJson };
export const texts: Shape<readonly string[]> = { name: 'list of texts', guard: isListOf(isText) };
export const objects: Shape<readonly Json[]> = { name: 'list of objects', guard: isListOf(isJson) };
export const textMap: Shape<Readonly<Record<string, string>>> = {
  name: 'map of texts',
  guard: isMapOf(isText),
};
export const textListMap: Shape<Readonly<Record<string, readonly string[]>>> = {
  name: 'map of lists of texts',
  guard: isMapOf(isListOf(isText)),
};

const isTextOrCount: Guard<string | number> = (value): value is string | number =>
  isText(value) || isCount(value);
export const textsOrNumbers: Shape<readonly (string | number)[]> = {
  name: 'list of texts or numbers',
  guard: isListOf(isTextOrCount),
};

const isJsonOrNull: Guard<Json | null> = (value): value is Json | null => value === null || isJson(value);
export const jsonOrNull: Shape<Json | null> = { name: 'object, or null to drop it', guard: isJsonOrNull };
