import { indexError, messageOf } from '../foundation/errors.js';
import { isObject } from '../foundation/json.js';
import type { Logger } from '../foundation/logger.js';
import { inSlices, withinLimit } from '../toolindex/bounded-work.js';
import type { DescribedTool } from '../toolindex/document.js';
import type { Embedder } from '../toolindex/embedder.js';
import type { QueryVectors } from '../toolindex/query-vectors.js';
import { termsOf, wordsOf } from '../toolindex/retrieve/words.js';
import { normalized } from '../toolindex/vector.js';

/** Where tools have fewer of the words, the message is in another language: that a word is unknown says nothing. */
const LEAST_KNOWN = 1 / 3;
/** A longer message is not about one word. */
const MAX_WORDS = 60;
/** Each is embedded once, in some milliseconds. */
const MOST_TRIED = 8;
const MOST_TOLD = 3;
/** A shorter word stands inside of others by chance ("tax" in "syntax"). */
const SURELY_PART = 4;
const LIMIT_MS = 2_000;
const WORD = /[\p{L}\p{N}]+/gu;

type ReadTool = DescribedTool & { title?: string };

/** Finds words that no tool has, where the best tool fits badly and the message says something else without them. Knows no language. */
export class UnmetWords {
  private readonly vocabularies = new WeakMap<readonly ReadTool[], Promise<string>>();

  constructor(
    private readonly queries: Pick<QueryVectors, 'of'>,
    private readonly limits: NonNullable<Embedder['unmet']>,
    private readonly logger: Logger,
  ) {}

  /** As the user wrote them, the one that says most first; undefined where there are none. The same list of tools is read once. Never rejects. */
  async of(
    message: string,
    matches: readonly { score: number }[],
    tools: readonly ReadTool[],
    signal: AbortSignal,
  ): Promise<string[] | undefined> {
    if (tools.length === 0 || matches.some(({ score }) => score >= this.limits.below)) return;
    try {
      const said = await unknownWords(message.normalize('NFKC'), () => this.vocabularyOf(tools));
      if (said.length === 0) return;
      const texts = [message, ...said.map(({ rest }) => rest)];
      const read = (inTime: AbortSignal) => this.queries.of(texts, inTime);
      const tooLate = () => indexError(`Its words were not embedded within ${LIMIT_MS} ms.`);
      const vectors = await withinLimit(read, LIMIT_MS, signal, tooLate);
      const [whole, ...rests] = vectors.map(normalized);
      const words = said
        .map(({ word }, at) => ({ word, lost: 1 - dot(whole!, rests[at]!) }))
        .filter(({ lost }) => lost >= this.limits.lost)
        .sort((a, b) => b.lost - a.lost);
      return words.length === 0 ? undefined : words.slice(0, MOST_TOLD).map(({ word }) => word);
    } catch (error) {
      this.logger.warn({ reason: messageOf(error) }, 'no words that no tool knows were looked for');
      return undefined;
    }
  }

  /** Kept with its tools: a large catalogue has megabytes of texts, and a fiftieth of that in words. */
  private vocabularyOf(tools: readonly ReadTool[]): Promise<string> {
    const words = this.vocabularies.get(tools) ?? readWords(tools);
    this.vocabularies.set(tools, words);
    return words;
  }
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, at) => sum + value * b[at]!, 0);
}

/** The first words that stand in no text of a tool, each with what is left of the message; none where most do not. */
async function unknownWords(message: string, vocabulary: () => Promise<string>) {
  const words = message.match(WORD) ?? [];
  if (words.length > MAX_WORDS) return [];
  const known = await vocabulary();
  const written = new Map<string, string>();
  // A number alone is a value, which tools have no word for.
  for (const word of words) if (/\p{L}/u.test(word)) written.set(word.toLowerCase(), word);
  const isUnknown = (term: string): boolean =>
    !known.includes(term.length < SURELY_PART ? ` ${term} ` : term);
  const left = [...written].filter(([, word]) => termsOf(word).every(isUnknown));
  if (left.length > (1 - LEAST_KNOWN) * written.size) return [];
  return left.slice(0, MOST_TRIED).map(([lower, word]) => {
    const rest = message.replace(WORD, (one) => (one.toLowerCase() === lower ? '' : one));
    return { word, rest: rest.replace(/\s+/gu, ' ').trim() };
  });
}

/** Each word of the tools' texts once, in lower case, with a space before and behind it. */
async function readWords(tools: readonly ReadTool[]): Promise<string> {
  const words = new Set<string>();
  await inSlices(tools.length, undefined, (at) => {
    for (const word of wordsIn(tools[at]!).split(' ')) words.add(word);
  });
  return ` ${[...words].join(' ')} `;
}

/** Made when a tool is first looked at: combinations of tools have most of them in common. */
const kept = new WeakMap<ReadTool, string>();

function wordsIn(tool: ReadTool): string {
  const known = kept.get(tool);
  if (known !== undefined) return known;
  const { name, title, description, examples, indexed, inputSchema } = tool;
  const words = new Set<string>();
  addWords([name, title, description, examples, indexed, inputSchema], words);
  const all = [...words].join(' ');
  kept.set(tool, all);
  return all;
}

/** Those of all texts in a value and of all names in it: of a schema its allowed values too. */
function addWords(value: unknown, to: Set<string>): void {
  if (typeof value === 'string') for (const word of wordsOf(value)) to.add(word);
  if (Array.isArray(value)) for (const item of value) addWords(item, to);
  else if (isObject(value)) addWords(Object.entries(value).flat(), to);
}
