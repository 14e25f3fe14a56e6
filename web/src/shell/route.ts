import { useSyncExternalStore } from 'react';
import { pageViews } from '../registry/registry.js';

/** Where an unknown address leads. */
const HOME = 'chat';

/** Where the user is: `#/chat/<conversation>`, `#/library/<list>/<id>`, or another view with its own path. */
export interface Route {
  view: string;
  /** What follows in the address, decoded. */
  path: readonly string[];
  /** What stands behind `?`. */
  query: URLSearchParams;
}

/** The route an address's hash names; one that no view has is the chat. */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [view, ...rest] = path.split('/').filter(Boolean).map(decode);
  const asked = new URLSearchParams(query);
  const isKnown = view !== undefined && pageViews().some(({ name }) => name === view);
  return isKnown ? { view, path: rest, query: asked } : { view: HOME, path: [], query: asked };
}

/** The address of a route: `href('library', ['rules', id])`. */
export function href(
  view: string,
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
