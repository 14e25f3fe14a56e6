/**
 * The URL that `text` stands for, relative to `base` if it is relative; undefined if it is none. For use
 * instead of `URL.canParse`, which Node 20 and 22 answer with false for any letter beyond ASCII once the
 * call has become hot (its fast path takes Latin-1 for UTF-8).
 */
export function parseUrl(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/** A part of a URL without its percent-encoding; as it is where that is broken. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/;

/** Whether a host to listen on, or to call, is this machine by its own word: 127.0.0.1, ::1 or localhost. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}
