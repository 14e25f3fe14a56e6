const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/;

/** Whether a host to listen on, or to call, is this machine by its own word: 127.0.0.1, ::1 or localhost. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}
