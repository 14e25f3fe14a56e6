import { AppError } from './foundation/errors.js';

/** The server's settings; every field is documented in the README's configuration table. */
export interface Config {
  host: string;
  port: number;
  dataDir: string;
  databaseUrl: string | undefined;
  platformUrl: string | undefined;
  llmProvider: 'offline';
  embedder: 'local' | 'none';
  ragTopK: number;
  ragMinScore: number;
  draftTtlHours: number;
  logLevel: string;
}

/** Where settings come from: `process.env`, or a plain object in tests. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads and checks the settings; rejects all wrong ones at once with `config_error`, naming each variable. */
export function readConfig(env: Environment): Config {
  const read = new Reader(env);
  const config: Config = {
    host: read.text('HOST', '127.0.0.1'),
    port: read.integer('PORT', 3000, 0, 65535),
    dataDir: read.text('DATA_DIR', '.data'),
    databaseUrl: read.url('DATABASE_URL', ['postgres:', 'postgresql:']),
    platformUrl: read.url('PLATFORM_URL', ['http:', 'https:'])?.replace(/\/+$/, ''),
    llmProvider: read.choice('LLM_PROVIDER', ['offline'], 'offline'),
    embedder: read.choice('EMBEDDER', ['local', 'none'], 'local'),
    ragTopK: read.integer('RAG_TOP_K', 6, 1, 128),
    ragMinScore: read.number('RAG_MIN_SCORE', 0, -1, 1),
    draftTtlHours: read.number('DRAFT_TTL_HOURS', 72, 0.001, 24 * 365),
    logLevel: read.choice('LOG_LEVEL', LOG_LEVELS, 'info'),
  };
  read.finish();
  return config;
}

const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;

/** Collects what is wrong with each variable, so that a person mends all in one go. */
class Reader {
  private readonly problems: { path: string; message: string }[] = [];

  constructor(private readonly env: Environment) {}

  optional(name: string): string | undefined {
    const value = this.env[name]?.trim();
    return value === '' ? undefined : value;
  }

  text(name: string, fallback: string): string {
    return this.optional(name) ?? fallback;
  }

  number(name: string, fallback: number, min: number, max: number): number {
    const inRange = (value: number) => Number.isFinite(value) && value >= min && value <= max;
    return this.numeric(name, fallback, inRange, `must be a number from ${min} to ${max}`);
  }

  integer(name: string, fallback: number, min: number, max: number): number {
    const inRange = (value: number) => Number.isInteger(value) && value >= min && value <= max;
    return this.numeric(name, fallback, inRange, `must be a whole number from ${min} to ${max}`);
  }

  /** The text as it is; a wrong one is not repeated, for it may hold a password. */
  url(name: string, protocols: readonly string[]): string | undefined {
    const text = this.optional(name);
    if (text === undefined || hasProtocol(text, protocols)) return text;
    const begins = protocols.map((protocol) => `${protocol}//`).join(' or ');
    this.problems.push({
      path: name,
      message: `${name}: must be a URL that begins with ${begins}`,
    });
    return undefined;
  }

  choice<T extends string>(name: string, allowed: readonly T[], fallback: T): T {
    const text = this.optional(name);
    if (text === undefined) return fallback;
    const found = allowed.find((value) => value === text);
    if (found === undefined) {
      this.problems.push({
        path: name,
        message: `${name}=${text}: must be one of ${allowed.join(', ')}`,
      });
    }
    return found ?? fallback;
  }

  private numeric(
    name: string,
    fallback: number,
    valid: (value: number) => boolean,
    rule: string,
  ): number {
    const text = this.optional(name);
    if (text === undefined || valid(Number(text))) return Number(text ?? fallback);
    this.problems.push({ path: name, message: `${name}=${text}: ${rule}` });
    return fallback;
  }

  finish(): void {
    if (this.problems.length === 0) return;
    throw new AppError(
      'config_error',
      `The configuration is not valid: ${this.problems.map((p) => p.message).join('; ')}`,
      this.problems,
    );
  }
}

function hasProtocol(text: string, protocols: readonly string[]): boolean {
  return protocols.some((protocol) => text.startsWith(`${protocol}//`)) && URL.canParse(text);
}
