import type { ServerResponse } from 'node:http';

/** Timers hold no more than 24 days. */
const LONGEST_WAIT_MS = 3_600_000;

/** How often an answer that had not begun when its token expired is looked at again. */
const BEGUN_CHECK_MS = 1_000;

/**
 * Cuts off an event stream that is still open when the token it was asked for with expires, so that what
 * happens later is read with a new one, from the last event on. Any other answer is given to its end.
 */
export function endWithToken(response: ServerResponse, expiresAt: Date): void {
  let timer: NodeJS.Timeout;
  const check = (): void => {
    const left = expiresAt.getTime() - Date.now();
    if (left <= 0 && isStream(response)) {
      response.destroy();
      return;
    }
    timer = setTimeout(check, left > 0 ? Math.min(left, LONGEST_WAIT_MS) : BEGUN_CHECK_MS);
    timer.unref();
  };
  response.once('close', () => clearTimeout(timer));
  check();
}

/** Whether the response has begun to be one. */
function isStream(response: ServerResponse): boolean {
  const type = String(response.getHeader('content-type'));
  return response.headersSent && type.startsWith('text/event-stream');
}
