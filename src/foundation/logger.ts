import { pino, type DestinationStream, type Logger as PinoLogger } from 'pino';
import { redactor } from './secrets.js';

/** Structured JSON log with levels; `child({run_id})` binds fields. */
export type Logger = Pick<PinoLogger, 'debug' | 'info' | 'warn' | 'error' | 'child'>;

const SECRETS = ['authorization', 'Authorization', 'apiKey'];

/** A secret is hidden at the top of what is logged and up to three levels in. */
const SECRET_PATHS = SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`, `*.*.*.${name}`]);

/**
 * The process's logger on standard error, so that standard output stays for people. No line holds one of
 * `secrets`, nor what can be seen to be a secret, wherever in it that stands.
 */
export function createLogger(
  level: string,
  destination: DestinationStream = logFile(STANDARD_ERROR),
  secrets: readonly string[] = [],
): Logger {
  const redact = { paths: SECRET_PATHS, censor: '[redacted]' };
  const hooks = { streamWrite: redactor(secrets) };
  return pino({ level, base: undefined, redact, hooks }, destination);
}

const STANDARD_ERROR = 2;
/** What waits to be written, at most; what comes then is dropped. */
const MAX_WAITING_BYTES = 8 * 1024 * 1024;

/**
 * Writes to an open file without waiting for it. Where nobody takes the log any more, a closed terminal or a
 * full disk, the server continues without, and keeps `maxLength` bytes of it (8 MiB) for when it is taken again.
 */
export function logFile(
  fd: number,
  maxLength = MAX_WAITING_BYTES,
): ReturnType<typeof pino.destination> {
  // With a length to wait for, `flush` is no idle call; every line is longer.
  const file = pino.destination({ fd, sync: false, minLength: 1, maxLength });
  // Nothing else would ever try again once there is no room for another line.
  return file.on('error', () => {}).on('drop', () => file.flush());
}

/** A logger that writes nothing: for tests and tools. */
export const silentLogger: Logger = pino({ level: 'silent' });
