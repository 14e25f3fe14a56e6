import { parseToolText, type IndexedDocument, type ToolInput } from './document.js';
import { lightStem } from '../language/english-stem.js';
import { stopWords } from '../language/stop-words.js';
import { wordsOf } from './lexical/words.js';
import type { Takeover } from './earlier-rows.js';
import { inSlices } from './slices.js';

const ID_WORDS = new Set(['id', 'ids', 'identifier', 'identifiers', 'uuid', 'guid', 'uri', 'uris']);
const TOKEN_WORDS = new Set(['token', 'session']);
/** Verbs of tools that find a thing's identifier. */
const FINDING = stems('search find lookup look locate query discover identify resolve');
/** Verbs of tools that hand out a token. */
const OBTAINING = stems('get fetch obtain retrieve create generate issue request open start login');

/** One required input that the user seldom knows, as the words of what it identifies. */
interface Need {
  input: string;
  words: readonly string[];
  /** A token is never in a message; an identifier may be. */
  isToken: boolean;
}

/** What is read of one tool; `described` only where the tool finds things. */
interface ToolFacts {
  required: ReadonlySet<string>;
  named: ReadonlySet<string>;
  described: ReadonlySet<string>;
  finds: boolean;
  obtains: boolean;
  /** Lists things and asks for no identifier to do so. */
  lists: boolean;
  needs: readonly Need[];
}

/**
 * Which tools must come first: one that requires `movie_id` needs one that finds movies, one that
 * requires a `token` one that gets it. Read from names, descriptions and required inputs alone.
 */
export class Prerequisites {
  private constructor(private readonly tools: readonly ToolFacts[]) {}

  /**
   * Reads the documents in slices of a few milliseconds; what `earlier` knows of those that are
   * unchanged is taken over.
   */
  static async of(
    documents: readonly IndexedDocument[],
    {
      earlier,
      signal,
    }: { earlier?: Takeover<Prerequisites> | undefined; signal?: AbortSignal | undefined } = {},
  ): Promise<Prerequisites> {
    const tools: ToolFacts[] = [];
    await inSlices(documents.length, signal, (row) => {
      const known = earlier?.from.tools[earlier.rows.before[row] as number];
      tools.push(known ?? factsOf(documents[row] as IndexedDocument));
    });
    return new Prerequisites(tools);
  }

  /**
   * For each need of a tool the best row that meets it, among those that have a score: one named
   * after what is needed, else one that speaks of it, unless a tool lists what is needed. With `identified` (the message names an
   * identifier) only tokens are needed.
   */
  of(row: number, identified: boolean, scoreOf: (row: number) => number | undefined): number[] {
    const needs = this.tools[row]?.needs ?? [];
    const wanted = needs.filter(({ isToken }) => isToken || !identified);
    return wanted.flatMap((need) => this.giverOf(need, row, scoreOf) ?? []);
  }

  private giverOf(
    need: Need,
    of: number,
    scoreOf: (row: number) => number | undefined,
  ): number | undefined {
    let best: { row: number; level: number; score: number } | undefined;
    this.tools.forEach((tool, row) => {
      const level = row === of ? 0 : fitness(tool, need);
      const score = level > 0 && level >= (best?.level ?? 0) ? scoreOf(row) : undefined;
      if (score === undefined) return;
      if (best === undefined || level > best.level || score > best.score)
        best = { row, level, score };
    });
    return best?.level === LISTS ? undefined : best?.row;
  }
}

/** A list of what is needed: nothing general need be lifted, and a list says what it is of by itself. */
const LISTS = 2;

/**
 * 3 for a tool that finds and is named after what is needed, {@link LISTS} for one that lists it, 1 for one
 * that finds and speaks of it in its description, 0 for any other.
 */
function fitness(tool: ToolFacts, { input, words, isToken }: Need): number {
  if (tool.required.has(input)) return 0;
  const named = words.every((word) => tool.named.has(word));
  if (named && (tool.finds || (isToken && tool.obtains))) return 3;
  if (named && tool.lists && !isToken) return LISTS;
  return tool.finds && words.every((word) => tool.described.has(word)) ? 1 : 0;
}

function factsOf({ name, text, inputs = [] }: IndexedDocument): ToolFacts {
  const nameStems = wordsOf(name).map(lightStem);
  const named = new Set(nameStems);
  const words = wordsOf(parseToolText(text)?.description ?? text).map(lightStem);
  const required = inputs.filter((input) => input.required);
  const finds = nameStems.some((word) => FINDING.has(word)) || FINDING.has(words[0] ?? '');
  return {
    required: new Set(required.map((input) => input.name)),
    named,
    described: new Set(finds ? words : []),
    finds,
    obtains: nameStems.some((word) => OBTAINING.has(word)),
    lists: nameStems.includes('list') && !required.some((input) => namesId(wordsOf(input.name))),
    needs: required.flatMap((input) => needOf(input, named) ?? []),
  };
}

/** `movie_id` needs a movie; a bare `id` what tool's name and the input's description both speak of. */
function needOf({ name, description }: ToolInput, named: ReadonlySet<string>): Need | undefined {
  const parts = wordsOf(name);
  const isToken = parts.some((word) => TOKEN_WORDS.has(word));
  if (!isToken && !namesId(parts)) return undefined;
  const words = parts.filter((word) => !ID_WORDS.has(word)).map(lightStem);
  if (words.length > 0) return { input: name, words, isToken };
  const [first] = wordsOf(description)
    .filter((word) => !stopWords.en.has(word))
    .map(lightStem)
    .filter((word) => named.has(word) && !FINDING.has(word) && !OBTAINING.has(word));
  return first === undefined ? undefined : { input: name, words: [first], isToken };
}

function namesId(words: readonly string[]): boolean {
  return words.some((word) => ID_WORDS.has(word));
}

function stems(words: string): ReadonlySet<string> {
  return new Set(words.split(' ').map(lightStem));
}
