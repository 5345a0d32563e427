// Loaded before the program: stands for a platform that no binary of satteri fits.
import { register } from 'node:module';

const hooks = `export function resolve(name, context, next) {
  if (name === 'satteri') throw new Error('Cannot find native binding.');
  return next(name, context);
}`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
