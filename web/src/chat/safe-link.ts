import { parseUrl } from '../../../src/foundation/parse-url.js';

/** A link that may be followed, and the host it leads to; mail has none. */
export interface SafeLink {
  href: string;
  host?: string;
}

const BASE = 'https://relative.invalid/';

/**
 * Only whole `http`, `https` and `mailto` addresses: anything else in a model's text (scripts, data,
 * files, addresses relative to this page) is no link. What was escaped in the host is shown as it is sent.
 */
export function safeLink(address: string | undefined): SafeLink | undefined {
  const url = address === undefined ? undefined : parseUrl(address, BASE);
  if (url === undefined || url.host === 'relative.invalid') return undefined;
  if (url.protocol === 'mailto:') return { href: url.href };
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  return { href: url.href, host: url.host };
}
