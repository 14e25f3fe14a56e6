import { pino, type DestinationStream, type Logger as PinoLogger } from 'pino';
import { redactor } from './redact.js';

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
  destination: DestinationStream = standardError(),
  secrets: readonly string[] = [],
): Logger {
  const redact = { paths: SECRET_PATHS, censor: '[redacted]' };
  const hooks = { streamWrite: redactor(secrets) };
  return pino({ level, base: undefined, redact, hooks }, destination);
}

function standardError(): DestinationStream {
  // Where nobody takes the log any more, a closed terminal or a full disk, the server goes on without.
  return pino.destination({ fd: 2, sync: false }).on('error', () => {});
}

/** A logger that writes nothing: for tests and tools. */
export const silentLogger: Logger = pino({ level: 'silent' });
