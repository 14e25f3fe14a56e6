import { writeJson } from '../../../foundation/exact-json.js';
import { defined } from '../../../foundation/defined.js';
import { isObject, type JsonObject, asObject } from '../../../foundation/json.js';
import type { UserFiles } from '../../../foundation/user-files.js';
import { objectSecrets, sentObject } from '../../changes/http-request/envelope.js';
import { describeFiles, filesBody } from '../../changes/http-request/form-request.js';
import {
  HTTP_REQUEST,
  isJson,
  type RequestPayload,
  fieldsSet,
} from '../../changes/http-request/request-payload.js';
import { proposeRequest } from '../../changes/http-request/propose-request.js';
import { namesReadOf } from '../../changes/http-request/record-names.js';
import type { RequestRules } from '../../changes/http-request/request-rules.js';
import { webPageOfAnswer } from '../../changes/http-request/web-page.js';
import type { ToolCall, ToolOutcome } from '../../tool.js';
import { TextBody, type BackendRequest, type BackendAnswer } from '../clients.js';
import { shapeAnswer } from './answer/shape-answer.js';
import type { ArgumentChecks } from './argument-checks.js';
import { contextIdsOf, titleWith } from '../tool-source.js';
import type { DocumentTool, Operation, OperationBody } from './operation.js';
import type { PropertyAliases } from '../../../foundation/argument-names.js';
import { BODY_ARGUMENT } from './naming/tool-names.js';
import { argumentReader } from './read-arguments.js';
import { buildRequest, type HttpBody, type HttpRequest } from './request/build-request.js';
import { fileType } from './document/media-type.js';
import type { SchemaReader } from './schema/schema-fields.js';
import { cutText } from './text/clean-text.js';
import { setTimeout as wait } from 'node:timers/promises';
import { parseRetryAfter } from '../../../foundation/api-answers.js';

interface SourceParts {
  source: string;
  aliases: PropertyAliases;
  checks: ArgumentChecks;
  schemas: SchemaReader;
  schemaTool: string;
  fills: Readonly<Record<string, string>>;
  files?: UserFiles;
}

/** The tool of an operation: a read is sent at once, anything else becomes a change for a person to decide on. */
export function operationTool(operation: Operation, parts: SourceParts): DocumentTool {
  const { id, method, pathTemplate, toolName: name, argumentSchema, reads } = operation;
  const request = (input: JsonObject): HttpRequest => buildRequest(operation, input, parts.aliases);
  const check = parts.checks.of({ name, argumentSchema, mayRefer: !reads });
  const read = argumentReader(operation, parts.schemas, check);
  const names = operation.parameters.map(({ argument }) => argument);
  return {
    name,
    title: operation.title,
    description: operation.description,
    inputSchema: operation.shownSchema,
    examples: operation.examples,
    exampleCalls: operation.exampleCalls,
    groups: [parts.source],
    source: parts.source,
    effect: reads ? 'read' : 'propose',
    exactNumbers: true,
    proposes: reads ? undefined : HTTP_REQUEST,
    contextIds: contextIdsOf(names, parts.fills),
    schemaTool: operation.folded ? parts.schemaTool : undefined,
    indexed: { description: operation.indexText, parameters: operation.indexFields },
    check: (input) => void read(input),
    operation: { id, method, path: pathTemplate },
    async execute(written, call) {
      const { input, notes } = read(written);
      if (reads) {
        const asked = request(input);
        const sent = await sentRequest(operation, asked, parts.files, call);
        const raw = await readAnswer(call, sent);
        const sentParts = sentBeside(operation, input);
        const answer = shapeAnswer(operation, raw, { sent: sentParts, budget: call.answerChars });
        const link = webPageOfAnswer(operation.page, asked.path, answer);
        return { result: notes.length === 0 ? answer : { notes, answer }, ...defined({ link }) };
      }
      const payload = await payloadOf(operation, request(input), parts.files, call);
      const description = sentence(operation, input, payload.body);
      return proposed(operation, { payload, description, notes }, parts.source, call);
    },
  };
}

/** What was sent beside the path: the names and values of query and headers, and the body. */
function sentBeside({ parameters }: Operation, input: JsonObject): unknown[] {
  const own = parameters.filter(({ place }) => place === 'path');
  const inPath = new Set(own.map(({ argument }) => argument));
  return Object.entries(input).flatMap(([name, value]) =>
    inPath.has(name) ? [] : name === BODY_ARGUMENT ? [value] : [{ [name]: value }],
  );
}

async function sentRequest(
  operation: Operation,
  request: HttpRequest,
  files: UserFiles | undefined,
  call: ToolCall,
): Promise<BackendRequest> {
  const { method, path, query, headers, body } = request;
  const text = body && new TextBody(body.contentType, body.text);
  const plain = { method, path, query, headers };
  if (body?.files === undefined) return { ...plain, ...defined({ body: text }) };
  const payload = await payloadOf(operation, request, files, call);
  return { ...plain, body: await filesBody(files, call.caller.userId, payload) };
}

const MAX_SHOWN_VALUE = 60;

/** For people: what it does, and to what: "Update a repository variable (acme, webshop, REGION)". */
function sentence(operation: Operation, input: JsonObject, body: unknown): string {
  const { title, parameters } = operation;
  const given = parameters
    .filter(({ place, argument }) => place === 'path' && Object.hasOwn(input, argument))
    .map(({ argument }) => input[argument]);
  const values = [...given, ...namesOf(operation, body)].map((value) =>
    cutText(writeJson(value).replace(/^"|"$/g, ''), MAX_SHOWN_VALUE),
  );
  return titleWith(title, values);
}

const NAMES = ['name', 'title', 'label', 'display_name', 'displayName', 'subject', 'slug'];

/** What a POST calls the thing that it makes: two of them in one set have the same path. */
function namesOf({ method, rules = NO_RULES }: Operation, body: unknown): string[] {
  const known = sentObject(body, rules.envelope);
  if (method !== 'POST' || !isObject(known)) return [];
  const name = NAMES.find((one) => typeof known[one] === 'string' && known[one] !== '');
  const isSecret = name === undefined || objectSecrets(rules).includes(`/${name}`);
  return isSecret ? [] : [String(known[name])];
}

const NO_RULES: RequestRules = { action: 'action', secrets: [] };

/** What is stored and shown of a request: its files with their names and hashes, without their content. */
async function payloadOf(
  { method, pathTemplate, body: shape }: Operation,
  { path, query, headers, body }: HttpRequest,
  files: UserFiles | undefined,
  { caller }: ToolCall,
): Promise<RequestPayload> {
  const isText = body !== undefined && body.files === undefined && !isJson(body.contentType);
  const sent = body?.files && (await describeFiles(files, caller.userId, body.files));
  return {
    method,
    path_template: pathTemplate,
    path,
    ...defined({
      query: query === '' ? undefined : query,
      headers: Object.keys(headers).length === 0 ? undefined : headers,
      // What is no JSON stands in the payload as the text that is sent.
      body: isText ? body.text : body?.value,
      content_type: body && contentType(body, shape, sent),
      parts: body && shape?.kind === 'multipart' ? partsOf(shape, body) : undefined,
      files: sent,
    }),
  };
}

/** Of a file that is the whole body its own type, as far as the operation takes that. */
function contentType(
  body: HttpBody,
  shape: OperationBody | undefined,
  sent: RequestPayload['files'],
): string {
  const [file] = (shape?.kind === 'file' && sent?.[BODY_ARGUMENT]) || [];
  return file === undefined ? body.contentType : fileType(shape?.takes ?? [], file.content_type);
}

function partsOf({ encodings = {} }: OperationBody, { value }: HttpBody): RequestPayload['parts'] {
  const given = Object.keys(asObject(value));
  const parts = Object.entries(encodings)
    .filter(([name]) => given.includes(name))
    .map(([name, { contentType: content_type, style, explode, itemStyles, headers }]) => [
      name,
      defined({
        ...(style === undefined ? { content_type } : { style, explode, item_styles: itemStyles }),
        headers,
      }),
    ]);
  return parts.length === 0 ? undefined : (Object.fromEntries(parts) as RequestPayload['parts']);
}

/** The change that a call proposes, and what the model is told of it: nothing has happened yet. */
async function proposed(
  { title, rules = NO_RULES }: Operation,
  {
    notes: said,
    ...request
  }: { payload: RequestPayload; description: string; notes: readonly string[] },
  source: string,
  { read, caller, conversationId, scratch }: ToolCall,
): Promise<ToolOutcome> {
  const names = namesReadOf(scratch, source);
  const draft = { ...request, rules, title, owner: caller.userId, names };
  const made = await proposeRequest(draft, read);
  const set = fieldsSet(request.payload, rules);
  const subject = set && `conversation:${conversationId}:${source}:${set}`;
  const known: unknown[] = Array.isArray(made.extra?.['notes']) ? made.extra['notes'] : [];
  const preview = {
    ...made,
    ...(said.length > 0 && { extra: { ...made.extra, notes: [...said, ...known] } }),
    ...(subject === undefined ? {} : { subject, acrossRuns: true }),
  };
  const { dropped, notes, diff } = preview.extra ?? {};
  const isRewrite = ['replace', 'merge', 'patch'].includes(rules.action);
  const differences = Array.isArray(diff) && isRewrite ? diff.length : undefined;
  const result = { change: preview.description, ...defined({ differences, dropped, notes }) };
  return { result, signals: [{ type: 'preview', preview }] };
}

/** Answers after which the same read may well succeed. */
const PASSING: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const WAIT_MS = 300;
/** A backend that asks for more time than this gets no second request in this call. */
const MAX_WAIT_MS = 3000;

/** The answer to a read, asked for a second time when the backend says that it only cannot answer right now. */
async function readAnswer(
  call: Pick<ToolCall, 'read' | 'signal'>,
  request: BackendRequest,
): Promise<BackendAnswer> {
  const first = await call.read.exchange(request);
  if (!PASSING.has(first.status)) return first;
  const waitMs = parseRetryAfter(first.headers['retry-after'] ?? null, new Date()) ?? WAIT_MS;
  if (waitMs > MAX_WAIT_MS) return first;
  await wait(waitMs, undefined, { signal: call.signal });
  return call.read.exchange(request);
}
