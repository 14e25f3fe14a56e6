import { pino, type DestinationStream, type Logger as PinoLogger } from 'pino';
import { redactor } from './secrets.js';

/** Structured JSON log with levels; `child({run_id})` binds fields. */
export type Logger = Pick<PinoLogger, 'debug' | 'info' | 'warn' | 'error' | 'child'>;

const SECRETS = ['authorization', 'Authorization', 'apiKey'];

/** A secret is hidden at the top of what is logged and up to three levels in. */
const SECRET_PATHS = SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`, `*.*.*.${name}`]);

/** The logger on standard error; no line holds one of `secrets`, or what can be seen to be a secret. */
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
const MAX_WAITING_BYTES = 8 * 1024 * 1024;

/** Writes without waiting; where nobody takes it, the newest `maxLength` bytes (8 MiB) are kept for later. */
export function logFile(
  fd: number,
  maxLength = MAX_WAITING_BYTES,
): ReturnType<typeof pino.destination> {
  // With a length to wait for, `flush` is no idle call; every line is longer.
  const file = pino.destination({ fd, sync: false, minLength: 1, maxLength });
  // Nothing else would ever try again once there is no room for another line.
  return file.on('error', () => {}).on('drop', () => file.flush());
}

export const silentLogger: Logger = pino({ level: 'silent' });
