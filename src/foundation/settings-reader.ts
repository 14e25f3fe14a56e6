import { AppError } from './errors.js';
import { parseUrl } from './parse-url.js';
import { withoutEnd } from './text.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads settings and collects what is wrong: `finish` throws one `config_error`. Secret values are not repeated. */
export class SettingsReader {
  private readonly problems: { path: string; message: string }[] = [];
  /** What is still read, and should be changed. */
  readonly warnings: string[] = [];

  constructor(private readonly env: Environment) {}

  /** Notes a problem of the variable `name`; the rule begins with "must" or "is". */
  problem(name: string, rule: string): void {
    this.note({ path: name, message: `${name}: ${rule}` });
  }

  /** Notes a problem of those of these variables that are set. */
  refuse(names: readonly string[], rule: string): void {
    for (const name of names) if (this.optional(name) !== undefined) this.problem(name, rule);
  }

  optional(name: string): string | undefined {
    const value = this.env[name]?.trim();
    return value === '' ? undefined : value;
  }

  text(name: string, fallback: string): string {
    return this.optional(name) ?? fallback;
  }

  /** The items of a comma list; empty where there are none. */
  list(name: string): string[] {
    const items = this.text(name, '').split(',');
    return items.map((item) => item.trim()).filter((item) => item !== '');
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
    this.problem(name, `must be a URL that begins with ${begins}`);
    return undefined;
  }

  /** An http(s) address without its last slash; a query, fragment or password in it is refused. */
  baseUrl(name: string): string | undefined {
    const text = this.url(name, ['http:', 'https:']);
    if (text === undefined) return undefined;
    const { username, password, search, hash } = new URL(text);
    if (username + password + search + hash !== '') {
      this.problem(name, 'must be an address only: no user, password, query or fragment');
      return undefined;
    }
    return withoutEnd(text, /\//);
  }

  choice<T extends string>(name: string, allowed: readonly T[], fallback: T): T {
    const text = this.optional(name);
    if (text === undefined) return fallback;
    const found = allowed.find((value) => value === text);
    if (found === undefined)
      this.note({ path: name, message: `${name}=${text}: must be one of ${allowed.join(', ')}` });
    return found ?? fallback;
  }

  private numeric(name: string, fallback: number, valid: (value: number) => boolean, rule: string) {
    const text = this.optional(name);
    if (text === undefined || valid(Number(text))) return Number(text ?? fallback);
    this.note({ path: name, message: `${name}=${text}: ${rule}` });
    return fallback;
  }

  /** Once for each variable: several plugins may read the same. */
  private note(problem: { path: string; message: string }): void {
    if (this.problems.every(({ message }) => message !== problem.message))
      this.problems.push(problem);
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
  return (
    protocols.some((protocol) => text.startsWith(`${protocol}//`)) && parseUrl(text) !== undefined
  );
}
