import { parseJson } from '../../../../foundation/exact-json.js';
import { type AppError, platformError } from '../../../../foundation/errors.js';
import { imageType } from '../../../../foundation/image-type.js';
import {
  isObject,
  type JsonObject,
  jsonLength,
  asList,
  asObject,
} from '../../../../foundation/json.js';
import { TooMuchJson } from '../../../../foundation/json-limits.js';
import { Refused } from '../../backend-client.js';
import { fitJson, fitLines } from '../../openapi/answer/fit-json.js';
import { ANSWER_BUDGET } from '../../openapi/answer/shape-answer.js';
import { cleanText, cutText } from '../../openapi/text/clean-text.js';
import { parseUrl } from '../../../../foundation/parse-url.js';

const NO_HINTS = { fields: [] };
const MAX_BLOCKS = 200;
const MAX_ERROR = 2_000;
const HALF = Math.floor(ANSWER_BUDGET / 2);

/** What the model is given: structured content, else texts, JSON as JSON, cut by items or lines. Rejects a result marked as an error. */
export function shapeResult(
  tool: string,
  result: JsonObject,
  { texts, described, values }: ReadResult = readResult(result),
): unknown {
  if (result['isError'] === true) throw resultError(tool, result);
  const structured = result['structuredContent'];
  const main = structured === undefined ? shapeTexts(texts, values) : shapeJson(structured);
  if (described.length === 0) return main ?? { note: 'The tool answered without content.' };
  const rest = fitJson(described, NO_HINTS, HALF);
  const isPlain = isObject(main) && !('attachments' in main);
  return {
    ...(main === undefined ? {} : isPlain ? main : { answer: main }),
    attachments: rest.value,
    ...(rest.notes.length === 0 ? {} : { attachments_note: rest.notes.join(' ') }),
  };
}

/** What people are shown of a result of which the model gets less; undefined where it gets all. */
export function wholeResult(
  result: JsonObject,
  shaped: unknown,
  { texts, described, data, values }: ReadResult = readResult(result),
): unknown {
  const parts = texts.map((text, at) => values[at] ?? text);
  const answer = result['structuredContent'] ?? (parts.length === 1 ? parts[0] : parts);
  const shownLength = jsonLength(shaped ?? null, Infinity);
  const attachments = withData(described, data);
  const hasData = attachments.some((one) => 'data_url' in one);
  if (!hasData && jsonLength(answer ?? null, shownLength) <= shownLength) return undefined;
  if (described.length === 0) return { answer };
  const isEmpty = Array.isArray(answer) && answer.length === 0;
  return isEmpty ? { attachments } : { answer, attachments };
}

function withData(described: readonly JsonObject[], data: readonly unknown[]): JsonObject[] {
  let room = MAX_SHOWN_DATA;
  return described.map((one, at) => {
    const shown = shownData(data[at], room);
    if (shown === undefined) return one;
    room -= shown.data_url.length;
    const { note: _forTheModel, ...rest } = one;
    return { ...rest, ...shown };
  });
}

/** The cause of an error that comes after the call is done: its answer alone could not be taken. */
export class OddAnswer {
  constructor(readonly why: string) {}
}

/** What the SDKs of servers say once a tool has run and they refuse what it answers. */
const KEPT_BACK =
  /^(?:MCP error -32602: )?(?:Output validation error|Invalid tools\/call result): /;

export function keptBack(said: string): OddAnswer | undefined {
  if (!KEPT_BACK.test(said)) return undefined;
  return new OddAnswer(`Its answer is not what it declares, so its server kept it back: ${said}`);
}

/** `isWrite`: for who accepted it, without the advice for a model. */
export function resultError(tool: string, result: JsonObject, isWrite = false): AppError {
  const text = cutText(blocksOf(result).texts.join(' '), MAX_ERROR) || 'it gave no reason';
  const said = /[.!?…]$/.test(text) ? text : `${text}.`;
  const odd = keptBack(said);
  if (odd !== undefined) return platformError(`${tool} was called. ${odd.why} Tell the user.`, odd);
  const advice = isWrite ? '' : ' Correct the arguments and call it again, or tell the user.';
  return platformError(`${tool} answered with an error: ${said}${advice}`, new Refused(422));
}

/** What a result answers as a value, for those who refer to its fields; undefined for plain text. */
export function answerOf(result: JsonObject): unknown {
  const structured = result['structuredContent'];
  if (structured !== undefined) return structured;
  const { texts, values } = readResult(result);
  return texts.length === 1 ? values[0] : undefined;
}

function shapeTexts(texts: readonly string[], values: readonly unknown[]): unknown {
  if (texts.length === 0) return undefined;
  if (values.every((value) => value !== undefined))
    return shapeJson(values.length === 1 ? values[0] : values);
  const { text, note } = fitLines(texts.join('\n'), ANSWER_BUDGET);
  return note === undefined ? { text } : { text, note: `${note} Ask for something narrower.` };
}

function shapeJson(value: unknown): unknown {
  const { value: fitted, notes } = fitJson(value, NO_HINTS, ANSWER_BUDGET);
  if (notes.length === 0) return value;
  return { note: `${notes.join(' ')} Ask for something narrower.`, answer: fitted };
}

/** Objects and lists only: a text that is a number is a text. */
function parsedJson(text: string): unknown {
  const first = text.trimStart()[0];
  if (first !== '{' && first !== '[') return undefined;
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof TooMuchJson)) return undefined;
    const why = `Its answer is JSON that ${error.message}, so it was not read.`;
    throw platformError(
      `The tool was called. ${why} Ask for something narrower.`,
      new OddAnswer(why),
    );
  }
}

interface ReadResult {
  texts: string[];
  described: JsonObject[];
  /** The files of those, as they came. */
  data: unknown[];
  values: unknown[];
}

/** So many characters of several texts together are read as JSON. */
const MAX_SEVERAL = 500_000;

export function readResult(result: JsonObject): ReadResult {
  const blocks = blocksOf(result);
  const { texts } = blocks;
  const isShort = texts.length < 2 || jsonLength(texts, MAX_SEVERAL) <= MAX_SEVERAL;
  const isRead = isShort && result['structuredContent'] === undefined;
  return { ...blocks, values: texts.map((text) => (isRead ? parsedJson(text) : undefined)) };
}

function blocksOf({ content }: JsonObject): Omit<ReadResult, 'values'> {
  const blocks = asList(content);
  const read: Omit<ReadResult, 'values'> = { texts: [], described: [], data: [] };
  for (const block of blocks.slice(0, MAX_BLOCKS)) {
    const { text, description } = readBlock(block);
    if (text !== undefined) read.texts.push(text);
    if (description === undefined) continue;
    const { resource: file, data } = asObject(block);
    read.described.push(description);
    read.data.push(isObject(file) ? file['blob'] : data);
  }
  if (blocks.length > MAX_BLOCKS)
    read.described.push({ note: `${blocks.length - MAX_BLOCKS} further parts were left out.` });
  return read;
}

function readBlock(block: unknown): { text?: string; description?: JsonObject } {
  if (!isObject(block)) return { description: { note: 'A part that could not be read.' } };
  switch (block['type']) {
    case 'text':
      return typeof block['text'] === 'string' ? { text: block['text'] } : {};
    case 'image':
    case 'audio':
      return { description: binary(block['type'], block['mimeType'], block['data']) };
    case 'resource_link':
      return { description: link(block) };
    case 'resource':
      return resource(block['resource']);
    default:
      return { description: { note: `A part of a kind that is not known here.` } };
  }
}

function binary(kind: string, mimeType: unknown, data: unknown): JsonObject {
  const bytes = typeof data === 'string' ? Math.floor((data.length * 3) / 4) : 0;
  const note = 'You cannot read it. The user is shown it if it is small; say what it is.';
  return { kind, mime_type: cleanText(mimeType, 100), bytes, note };
}

function resource(value: unknown): { text?: string; description?: JsonObject } {
  if (!isObject(value)) return {};
  const uri = cleanText(value['uri'], 300);
  if (typeof value['text'] !== 'string')
    return { description: { uri, ...binary('file', value['mimeType'], value['blob']) } };
  return { text: value['text'], description: { kind: 'file', uri, note: 'Its text is above.' } };
}

/** A link that leads to the web is one; any other address is only named. */
function link(block: JsonObject): JsonObject {
  const uri = typeof block['uri'] === 'string' ? block['uri'].slice(0, 2000) : '';
  const url = parseUrl(uri);
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  return {
    kind: 'link',
    name: cleanText(block['title'] ?? block['name'], 200),
    [isWeb ? 'url' : 'uri']: isWeb ? url.href : cleanText(uri, 300),
    ...(typeof block['description'] === 'string' && {
      description: cleanText(block['description'], 300),
    }),
  };
}

/** Of one result together, in characters: an event has 256 KB. */
const MAX_SHOWN_DATA = 160_000;

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Of the type that its first bytes say. Undefined for no base64, or over `room` characters. */
function shownData(data: unknown, room: number) {
  if (typeof data !== 'string' || data.length > room || !BASE64.test(data)) return undefined;
  const type = imageType(Buffer.from(data.slice(0, 32), 'base64'));
  const url = `data:${type ?? 'application/octet-stream'};base64,${data}`;
  return { data_url: url, drawn: type !== undefined };
}
