import { pino, type Logger as PinoLogger } from 'pino';

/** Structured JSON log with levels; `child({run_id})` binds fields. */
export type Logger = Pick<PinoLogger, 'debug' | 'info' | 'warn' | 'error' | 'child'>;

const SECRET_PATHS = [
  'authorization',
  '*.authorization',
  'headers.authorization',
  'apiKey',
  '*.apiKey',
  'req.headers.authorization',
];

/** The process's logger on standard error, so that standard output stays for people. */
export function createLogger(level: string): Logger {
  return pino(
    { level, base: undefined, redact: { paths: SECRET_PATHS, censor: '[redacted]' } },
    pino.destination({ fd: 2, sync: false }),
  );
}

/** A logger that writes nothing: for tests and tools. */
export const silentLogger: Logger = pino({ level: 'silent' });
