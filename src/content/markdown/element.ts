/** Readers of elements for handlers and preparation. */
export { classes, deepText, findElement, oneLine, property } from '../html/element.js';
