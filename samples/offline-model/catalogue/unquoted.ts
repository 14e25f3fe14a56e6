import type { ToolSpec } from '../../../src/llm/types.js';
import { stem } from '../language/english-stem.js';
import { looksLikeName } from '../audit/refusal.js';
import { deedOf, hasIdForm, plainName, propertiesOf, shapeOf } from './tools.js';
import { harmless, wordsNamed } from '../lexicon.js';
import type { Reading } from '../reading/reading.js';

const SAYING = wordsNamed('saying');
const ENDS = /^[;\n]$/;

/**
 * The request with quotes around a text that was said without them, where nothing but a text can stand: behind
 * "saying", behind "title:" or "change the title … to", and behind "rename … to".
 */
export function withQuotes(reading: Reading, tools: readonly ToolSpec[]): Reading {
  const span = textSpan(reading, textNames(tools));
  if (span === undefined) return reading;
  const { tokens, text } = reading;
  const [start, end] = [tokens[span.from]?.start, tokens[span.to - 1]?.end];
  const inside = text.slice(start, end);
  if (inside === '' || /["“”„«»]/.test(inside) || !looksLikeName(inside)) return reading;
  const before = text.slice(0, span.isSaid ? tokens[span.from - 1]?.start : start);
  const quoted = reading.again(`${before}"${inside}"${text.slice(end)}`);
  return withQuotes(quoted, tools);
}

const NEEDS = /^(needs?|want)$/;
const ONE = /^(a|an|another|one|new)$/;

/** "Need a repair order for the Transit": a wish to make one, where a tool makes such things. */
export function withNeeds(reading: Reading, tools: readonly ToolSpec[]): Reading {
  const { tokens, text } = reading;
  const of = tokens.findIndex(({ lower }) => /^needs?$/.test(lower));
  // "Sophie Turner needs a lesson": one for her.
  const isOf = of > 0 && tokens.slice(0, of).every(({ text: word }) => /^\p{Lu}/u.test(word));
  const at = isOf ? of : tokens.findIndex(({ lower }) => !/^(i|we)$/.test(lower));
  const made = new Set(
    tools
      .filter((tool) => deedOf(tool)?.deed === 'create')
      .map(({ name }) => stem(plainName(name).at(-1) ?? '')),
  );
  const isMade = tokens.slice(at + 2, at + 7).some((token) => made.has(stem(token.text)));
  if (!NEEDS.test(reading.lower(at)) || !ONE.test(reading.lower(at + 1)) || !isMade) return reading;
  const whom = isOf ? ` for ${reading.words(0, of)}` : '';
  const wish = text.slice(tokens[at + 1]?.start).replace(/[.!]\s*$/, '');
  return reading.again(`create ${wish}${whom}`);
}

/** "Note on order 5006: gift wrap": a text that a field is to have. */
export function withField(reading: Reading, tools: readonly ToolSpec[]): Reading {
  const { tokens, text } = reading;
  const fields = textNames(tools.filter((tool) => deedOf(tool)?.deed === 'update'));
  const name = fields.find((words) =>
    words.every((word, place) => stem(tokens[place]?.text ?? '') === word),
  );
  const colon = tokens.findIndex(({ lower }) => lower === ':');
  const isOf = /^(on|for|of|to)$/.test(reading.lower(name?.length ?? 0));
  const rest = text.slice(tokens[colon]?.end).trim();
  if (name === undefined || colon < 0 || !isOf || rest === '' || rest.includes('"')) return reading;
  return reading.again(`set ${text.slice(0, tokens[colon]?.start)} to "${rest}"`);
}

interface Span {
  from: number;
  to: number;
  /** The word before it says no more than that a text follows. */
  isSaid?: boolean;
}

function textSpan(reading: Reading, names: readonly (readonly string[])[]): Span | undefined {
  const { tokens } = reading;
  const last = tokens.at(-1)?.kind === 'mark' ? tokens.length - 1 : tokens.length;
  for (const at of tokens.keys()) {
    const span = spanAt(reading, at, last, names);
    if (span !== undefined && span.from < last && tokens[span.from]?.kind !== 'quoted') return span;
  }
  return undefined;
}

function spanAt(
  reading: Reading,
  at: number,
  last: number,
  names: readonly (readonly string[])[],
): Span | undefined {
  const { tokens } = reading;
  const [here, next] = tokens.slice(at);
  if (here === undefined || here.kind === 'quoted') return undefined;
  if (SAYING.has(here.lower)) {
    const isMarked = next?.lower === ':';
    return { from: at + (isMarked ? 2 : 1), to: last, isSaid: !isMarked };
  }
  // "A new issue: App crashes on start"
  const end = endOfField(reading, at + 1, last);
  const rest = tokens.slice(at + 1, end);
  if (here.lower === ':' && rest.length > 2 && rest.every(({ kind }) => kind === 'word'))
    return { from: at + 1, to: end };
  const isName = (words: readonly string[]) =>
    words.every((word, place) => stem(tokens[at + place]?.text ?? '') === word);
  const behind = at + (names.find(isName)?.length ?? 0);
  if (behind > at && tokens[behind]?.lower === ':')
    return { from: behind + 1, to: endOfField(reading, behind + 1, last) };
  const renames = reading.at(at, 'act.rename') !== undefined;
  return behind > at || renames ? spanBehindTo(reading, at, last, renames ? 1 : 2) : undefined;
}

/** What stands behind the next "to" of the same part, where it has so many words. */
function spanBehindTo({ tokens }: Reading, at: number, last: number, least: number) {
  const to = tokens.findIndex(({ lower }, place) => place > at && lower === 'to');
  const isNear = to > 0 && tokens.slice(at, to).every(({ kind }) => kind !== 'mark');
  return isNear && last - to > least ? { from: to + 1, to: last } : undefined;
}

/** A value ends before ";" or a new line, and before ", next: …". */
function endOfField({ tokens }: Reading, from: number, last: number): number {
  const isNext = (at: number) =>
    tokens[at]?.lower === ',' && tokens.slice(at, at + 4).some(({ lower }) => lower === ':');
  const end = tokens.findIndex(({ lower }, at) => at > from && (ENDS.test(lower) || isNext(at)));
  return end < 0 ? last : end;
}

/** Names of arguments that take any text, as stems. */
function textNames(tools: readonly ToolSpec[]): string[][] {
  const names = tools.flatMap(propertiesOf).filter(({ name, schema }) => {
    const { type, format, values } = shapeOf(schema);
    return type === 'string' && format === '' && values.length === 0 && !hasIdForm(name);
  });
  return [...new Set(names.map(({ name }) => plainName(name).join(' ')))]
    .filter(Boolean)
    .map((name) => name.split(' ').map(stem));
}

/** "Mia Larsen's e-mail address": the e-mail address of Mia Larsen. */
export function withoutPossessive(reading: Reading): Reading {
  const { tokens, text } = reading;
  const at = tokens.findIndex(({ kind, text: word }) => kind === 'word' && OWNED.test(word));
  const isName = (place: number) => /^\p{Lu}/u.test(tokens[place]?.text ?? '') && place > 0;
  let from = at;
  while (isName(from - 1)) from -= 1;
  const behind = tokens.slice(at + 1, at + 4);
  const stop = behind.findIndex(({ kind, lower }) => kind !== 'word' || harmless.has(lower));
  const to = at + 1 + (stop < 0 ? behind.length : stop);
  if (at < 0 || to === at + 1) return reading;
  const owner = reading.words(from, at + 1).replace(OWNED, '');
  const start = tokens[from]?.start;
  return reading.again(
    `${text.slice(0, start)}${reading.words(at + 1, to)} of ${owner}${text.slice(tokens[to - 1]?.end)}`,
  );
}

const OWNED = /['’]s$/;
