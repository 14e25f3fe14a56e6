import { useSyncExternalStore } from 'react';

/** The views there are; the first is where an unknown address leads. */
const VIEWS = ['chat', 'research', 'library', 'documents', 'tools'] as const;

/** Where the user is: `#/chat/<conversation>`, `#/research/<id>`, `#/library/<list>/<id>`, `#/documents/<id>`, `#/tools`. */
export interface Route {
  view: (typeof VIEWS)[number];
  /** What follows in the address, decoded. */
  path: readonly string[];
  /** What stands behind `?`. */
  query: URLSearchParams;
}

/** The route an address's hash names; one that is not known is the chat. */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [view, ...rest] = path.split('/').filter(Boolean).map(decode);
  const known = VIEWS.find((one) => one === view) ?? 'chat';
  return { view: known, path: view === known ? rest : [], query: new URLSearchParams(query) };
}

/** The address of a route: `href('library', ['rules', id])`. */
export function href(
  view: Route['view'],
  path: readonly string[] = [],
  query: Readonly<Record<string, string>> = {},
): string {
  const text = new URLSearchParams(query).toString();
  return `#/${[view, ...path.map(encodeURIComponent)].join('/')}${text === '' ? '' : `?${text}`}`;
}

/** Goes to an address made by {@link href}; `replace` leaves no step to go back to. */
export function navigate(to: string, options: { replace?: boolean } = {}): void {
  if (!options.replace) {
    location.hash = to;
    return;
  }
  history.replaceState(history.state, '', to);
  dispatchEvent(new HashChangeEvent('hashchange'));
}

/** The route of now; renders again when it changes. */
export function useRoute(): Route {
  return parseRoute(useHash());
}

/** The address of now behind its `#`, with it. */
export function useHash(): string {
  return useSyncExternalStore(subscribe, () => location.hash);
}

function subscribe(listener: () => void): () => void {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
}

/** A part of an address as text; a broken escape stays as it is. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
