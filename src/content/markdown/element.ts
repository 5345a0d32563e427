/** What handlers and preparation read of elements. */
export { classes, deepText, findElement, oneLine, property } from '../html/element.js';
