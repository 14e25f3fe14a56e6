import { createHash } from 'node:crypto';

/** A piece of a request that an API caches whole, in the order in which the API reads it. */
export interface CacheBlock {
  text: string;
  /** The request asks to keep all up to and with this block. */
  isMarked?: boolean;
}

/** How an API keeps what it has read. */
export type CacheRules =
  /** Anthropic: kept up to marked blocks, found by looking back from each, at most so many blocks. */
  | { kind: 'marks'; lookBack: number; leastTokens: number }
  /** OpenAI, Gemini: the longest beginning that was sent before, in steps of so many tokens. */
  | { kind: 'prefix'; step: number; leastTokens: number };

/** Some four characters to a token. */
const CHARS = 4;

/** A model API's prompt cache; what was kept never expires, as no test waits five minutes. */
export class PromptCache {
  private readonly known = new Set<string>();

  constructor(private readonly rules: CacheRules) {}

  /** The tokens of a request and how many of them are read from the cache; keeps what it is to keep. */
  read(blocks: readonly CacheBlock[]): { input: number; cached: number } {
    const lengths = blocks.map(({ text }) => text.length / CHARS);
    const input = Math.ceil(lengths.reduce((sum, length) => sum + length, 0));
    const cached =
      this.rules.kind === 'marks'
        ? this.readMarked(blocks, this.rules)
        : this.readPrefix(blocks.map(({ text }) => text).join(''), this.rules);
    return { input, cached };
  }

  private readMarked(
    blocks: readonly CacheBlock[],
    { lookBack, leastTokens }: Extract<CacheRules, { kind: 'marks' }>,
  ): number {
    const hash = createHash('sha256');
    let chars = 0;
    const beginnings = blocks.map(({ text }) => {
      chars += text.length;
      return { key: hash.update(`${text}\0`).copy().digest('base64'), tokens: chars / CHARS };
    });
    const marked = blocks.flatMap(({ isMarked }, at) => (isMarked ? [at] : []));
    if (marked.length > 4) throw new Error('A maximum of 4 blocks with cache_control.');
    const found = marked.flatMap((at) =>
      beginnings.slice(Math.max(0, at - lookBack), at + 1).filter(({ key }) => this.known.has(key)),
    );
    const kept = marked.map((at) => beginnings[at]!).filter(({ tokens }) => tokens >= leastTokens);
    for (const { key } of kept) this.known.add(key);
    return Math.floor(Math.max(0, ...found.map(({ tokens }) => tokens)));
  }

  private readPrefix(
    text: string,
    { step, leastTokens }: Extract<CacheRules, { kind: 'prefix' }>,
  ): number {
    const hash = createHash('sha256');
    let cached = 0;
    for (let tokens = step; tokens * CHARS <= text.length; tokens += step) {
      const piece = text.slice((tokens - step) * CHARS, tokens * CHARS);
      const key = hash.update(piece).copy().digest('base64');
      if (tokens >= leastTokens && this.known.has(key)) cached = tokens;
      this.known.add(key);
    }
    return cached;
  }
}
