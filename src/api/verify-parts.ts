// What `verify` loads when it is called, so that the other functions of the library start without it.
export { CONCURRENCY } from '../quality/verify/client.js';
export { httpPort } from '../quality/verify/http-port.js';
export { verifySite } from '../quality/verify/verify.js';
export { openBuilt } from './built-folder.js';
