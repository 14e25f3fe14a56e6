import { isDeepStrictEqual } from 'node:util';
import { ProviderError } from '../provider-error.js';
import { readArguments } from './tool-calls.js';

/** One JSON value of what came for a call: text that grows, or a value that came whole. */
interface Value {
  text: string;
  whole?: unknown;
  closed: boolean;
  named: boolean;
}

/** The arguments of one call, value by value: servers send `{}` before them, all once more at the end, or a second call in their place. */
export class ArgumentValues {
  private readonly values: Value[] = [];
  private balance = new JsonBalance();
  private hasEnd = false;

  /** Takes a piece of text, or a whole value; answers how many characters of text it took. */
  add(piece: unknown, named = false): number {
    if (piece === undefined || piece === null) return 0;
    if (typeof piece === 'string') {
      this.addText(piece, named);
      return piece.length;
    }
    this.values.push({ text: '', whole: piece, closed: true, named });
    return 0;
  }

  get isEmpty(): boolean {
    return this.values.length === 0;
  }

  /** The last value is whole: what comes next begins another one. */
  get isClosed(): boolean {
    return this.values.at(-1)?.closed === true;
  }

  get isOpen(): boolean {
    return !this.isClosed && this.hasEnd;
  }

  /** Most often one; a further one for each other call that came in its place. Throws where one call has two. */
  read(fault: () => ProviderError): [unknown, ...unknown[]] {
    const groups: Value[][] = [];
    for (const value of this.values) {
      const group = groups.at(-1);
      if (group === undefined || value.named) groups.push([value]);
      else group.push(value);
    }
    const [first = '', ...others] = groups.map((group) => oneOf(group, fault));
    const found: [unknown, ...unknown[]] = [first];
    for (const value of others) {
      if (isSame(found.at(-1), value)) continue;
      if (isEmptyObject(found.at(-1))) found[found.length - 1] = value;
      else found.push(value);
    }
    return found;
  }

  private addText(piece: string, named: boolean): void {
    let isNamed = named;
    for (let at = 0; at < piece.length;) {
      let value = this.values.at(-1);
      if (value === undefined || value.closed) {
        const start = piece.slice(at).search(/\S/);
        if (start < 0) return;
        at += start;
        value = { text: '', closed: false, named: isNamed };
        isNamed = false;
        this.values.push(value);
        this.balance = new JsonBalance();
        this.hasEnd = '{["'.includes(piece[at] ?? '');
      }
      const from = at;
      for (at = this.hasEnd ? at : piece.length; at < piece.length && !value.closed; at += 1) {
        const char = piece[at] ?? '';
        this.balance.feed(char);
        value.closed = this.balance.outside && '"]}'.includes(char);
      }
      value.text += piece.slice(from, at);
    }
  }
}

/** Follows JSON text character by character: how deep it is nested, and whether a value just closed. */
export class JsonBalance {
  private depth = 0;
  private inString = false;
  private escaped = false;

  feed(char: string): boolean {
    if (this.inString) {
      if (this.escaped) this.escaped = false;
      else if (char === '\\') this.escaped = true;
      else if (char === '"') this.inString = false;
      return false;
    }
    if (char === '"') this.inString = true;
    else if (char === '{' || char === '[') this.depth += 1;
    else if (char === '}' || char === ']') {
      this.depth -= 1;
      return this.depth === 0;
    }
    return false;
  }

  /** True between values: not inside of a text, an object or an array. */
  get outside(): boolean {
    return this.depth <= 0 && !this.inString;
  }
}

/** The one value of a call; where a part of it is no JSON, all that came, for the model to be told. */
function oneOf(group: readonly Value[], fault: () => ProviderError): unknown {
  const said = group.map(({ whole, text }) => whole ?? text);
  if (said.length === 1) return said[0];
  if (said.some(isUnreadable)) return group.map(({ text }) => text).join('');
  const [first = {}, ...others] = said.filter((value) => !isEmptyObject(value));
  if (others.some((value) => !isSame(first, value))) throw fault();
  return first;
}

function isUnreadable(value: unknown): boolean {
  return readArguments(value).fault !== undefined;
}

function isEmptyObject(value: unknown): boolean {
  return !isUnreadable(value) && Object.keys(readArguments(value).arguments).length === 0;
}

function isSame(a: unknown, b: unknown): boolean {
  const [left, right] = [readArguments(a), readArguments(b)];
  if (left.fault !== undefined || right.fault !== undefined) return a === b;
  return isDeepStrictEqual(left.arguments, right.arguments);
}

export function twoSets(service: string, name: string): ProviderError {
  return new ProviderError(
    'server',
    `${service} sent two different sets of arguments for one call of ${shown(name)}, so nobody knows which the model meant, and nothing was called. That is a fault of the server, not of the model: update it, or use another one.`,
  );
}

/** A stream whose end leaves open whether a call has come whole. */
export function callCut(service: string, name: string): ProviderError {
  return new ProviderError(
    'stream_cut',
    `${service} ended the answer before the arguments of the call of ${shown(name)} were complete, so nothing was called.`,
  );
}

function shown(name: string): string {
  return name === '' ? 'a tool without a name' : name.slice(0, 64);
}
