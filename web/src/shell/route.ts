import { useSyncExternalStore } from 'react';

/** Where the user is: `#/chat/<conversation>`, `#/library/<list>/<id>`, `#/tools`. */
export interface Route {
  view: 'chat' | 'library' | 'tools';
  /** What follows in the address, decoded. */
  path: readonly string[];
  /** What stands behind `?`. */
  query: URLSearchParams;
}

/** The route an address's hash names; one that is not known is the chat. */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [view, ...rest] = path.split('/').filter(Boolean).map(decode);
  const known = view === 'library' || view === 'tools' ? view : 'chat';
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
  const hash = useSyncExternalStore(subscribe, () => location.hash);
  return parseRoute(hash);
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
