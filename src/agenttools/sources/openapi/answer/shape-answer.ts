import { parseJson } from '../../../../foundation/exact-json.js';
import { cutToLimits, TooMuchJson } from '../../../../foundation/json-limits.js';
import { parseBody } from '../../../../foundation/api-answers.js';
import { type AppError, platformError } from '../../../../foundation/errors.js';
import type { Operation, OperationParameter } from '../operation.js';
import { cleanText } from '../text/clean-text.js';
import type { BackendAnswer } from '../../clients.js';
import { answerError } from './answer-error.js';
import { fitJson, fitLines } from './fit-json.js';

type Answering = 'method' | 'pathTemplate' | 'parameters' | 'answer';
export type AnsweringOperation = Pick<Operation, Answering>;

/** Characters of one result: room for several in a conversation. */
export const ANSWER_BUDGET = 20_000;

/** JSON as it is while it fits, else fewer items and how to get the rest; text by lines. Rejects what is no success or no data. */
export function shapeAnswer(
  operation: AnsweringOperation,
  answer: BackendAnswer,
  { budget = ANSWER_BUDGET, sent }: { budget?: number; sent?: readonly unknown[] } = {},
): unknown {
  const place = `${operation.method} ${operation.pathTemplate}`;
  if (answer.status < 200 || answer.status >= 300) throw answerError(place, answer, sent);
  if (answer.text === '')
    return { status: answer.status, note: 'The backend answered without content.' };
  const type = (answer.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const advice = (): string => pagingAdvice(operation.parameters, nextOf(answer.headers['link']));
  const value = parsedJson(answer.text, type);
  if (value instanceof TooMuchJson) {
    const shown = cutToLimits(answer.text, SHOWN);
    const beginning = shown === undefined ? undefined : parseBody(shown);
    const unread = `${value.message}, so it was not read. ${advice()}`;
    if (beginning === undefined) throw platformError(`${place} answered with JSON that ${unread}`);
    const cut = `The answer ${value.message}; only its beginning was read, and counts are of that.`;
    return shapeJson(beginning, operation, budget, advice, cut);
  }
  if (value !== undefined) return shapeJson(value, operation, budget, advice);
  if (isWebPage(type, answer.text)) throw webPage(place, answer.text);
  if (!isText(type, answer.text)) throw binary(place, type, answer);
  const { text, note } = fitLines(answer.text, budget);
  return note === undefined ? text : { text, note: `${note} ${advice()}` };
}

function shapeJson(
  value: unknown,
  { answer }: AnsweringOperation,
  budget: number,
  advice: () => string,
  cut?: string,
): unknown {
  const { value: fitted, notes } = fitJson(value, answer, budget);
  if (notes.length === 0 && cut === undefined) return value;
  const note = [...(cut === undefined ? [] : [cut]), ...notes, advice()].join(' ');
  return { note, answer: fitted };
}

/** Servers mislabel JSON often enough to look; undefined for anything else. */
function parsedJson(text: string, type: string): unknown {
  const first = text.trimStart()[0] ?? '';
  if (!type.includes('json') && first !== '{' && first !== '[') return undefined;
  try {
    return parseJson(text);
  } catch (error) {
    return error instanceof TooMuchJson ? error : undefined;
  }
}

/** More values than a result has characters are never shown. */
const SHOWN = { maxDepth: 500, maxKeys: ANSWER_BUDGET, maxValues: ANSWER_BUDGET, maxShapes: 5_000 };

export function isWebPage(type: string, text: string): boolean {
  return type.includes('html') || /^\s{0,100}<(?:!doctype html|html)\b/i.test(text.slice(0, 200));
}

function webPage(place: string, text: string): AppError {
  const start = text.indexOf('<title');
  const end = text.indexOf('</title>', start);
  const title =
    start >= 0 && end > start ? cleanText(text.slice(start, Math.min(end, start + 300)), 100) : '';
  const page = `a web page${title === '' ? '' : ` ("${title}")`}`;
  return platformError(
    `${place} answered with ${page} instead of data. Most often that is a sign-in page: tell the user that the address or the credentials of this backend need a look.`,
  );
}

const TEXT_TYPES =
  /^(?:text\/|application\/(?:.*\+)?(?:json|xml|yaml|x-yaml|csv|javascript|x-ndjson|x-sh|sql|toml)$)/;

function isText(type: string, text: string): boolean {
  const named = type === '' || TEXT_TYPES.test(type);
  // A replacement character or NUL near the start: bytes that are no text, whatever they are called.
  return named && !/[\u0000\ufffd]/.test(text.slice(0, 2000));
}

function binary(place: string, type: string, { headers, text }: BackendAnswer): AppError {
  const size = Number(headers['content-length'] ?? Buffer.byteLength(text));
  const large = size < 1024 ** 2 ? [size / 1024, 'kB', 0] : [size / 1024 ** 2, 'MB', 1];
  const [count, unit, digits] = large as [number, string, number];
  const told = size < 1024 ? `${size} bytes` : `${count.toFixed(digits)} ${unit}`;
  return platformError(
    `${place} answered with a file of the kind ${type || 'unknown'} (${told}), which cannot be read here. Tell the user where to get it, or look for a tool that answers with data.`,
  );
}

const SIZE = /^(?:per_?page|page_?size|limit|size|count|max_?results|first|top|\$top|take)$/i;
const POSITION =
  /^(?:page|page_?number|offset|skip|\$skip|start|cursor|after|before|starting_after|continue|page_?token|next_?token|marker|since)$/i;
const FIELDS = /^(?:fields?|select|\$select|include_fields|attributes)$/i;

/** How to get the rest of a list with the parameters that the operation has, in one sentence. */
function pagingAdvice(
  parameters: readonly Pick<OperationParameter, 'name' | 'argument' | 'place'>[],
  nextLink: string | undefined,
): string {
  const find = (pattern: RegExp): string | undefined =>
    parameters.find(({ name, place }) => place === 'query' && pattern.test(name))?.argument;
  const [size, position, fields] = [find(SIZE), find(POSITION), find(FIELDS)];
  const ways = [
    ...(size === undefined ? [] : [`fewer at a time with "${size}"`]),
    ...(position === undefined ? [] : [`the next ones with "${position}"${nextLink ?? ''}`]),
    ...(fields === undefined ? [] : [`only some fields with "${fields}"`]),
  ];
  return ways.length === 0 ? 'Ask for something narrower.' : `Ask for ${ways.join(', ')}.`;
}

/** What a `Link` header says of the next page: its query, as ` (next: page=2)`. */
function nextOf(linkHeader: string | undefined): string | undefined {
  const next = linkHeader?.split(',').find((link) => /rel="?next"?/.test(link));
  const start = next?.indexOf('?') ?? -1;
  const end = next?.indexOf('>') ?? -1;
  if (next === undefined || start < 0 || end < start) return undefined;
  return ` (next: ${next.slice(start + 1, Math.min(end, start + 201))})`;
}
