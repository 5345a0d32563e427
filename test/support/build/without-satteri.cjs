// Loaded before the program: stands for a platform that no binary of satteri fits.
const Module = require('node:module');

const resolve = Module._resolveFilename;
Module._resolveFilename = function resolveFilename(name, ...rest) {
  if (name === 'satteri') throw new Error('Cannot find native binding.');
  return resolve.call(this, name, ...rest);
};
