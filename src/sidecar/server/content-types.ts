export { contentTypeOf } from '../../core/media-types.js';
