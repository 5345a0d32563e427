import type { Host } from '../../config/config.js';
import type { HostWriter } from './host.js';
import { nginxRules } from './nginx.js';

/** The writer of each host. */
export const hostWriters: Readonly<Partial<Record<Host, HostWriter>>> = { nginx: nginxRules };
