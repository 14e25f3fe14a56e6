/**
 * Compares the requests of all operations of documents with those that a second, plain reading of the
 * specification expects: `OPENAPI_DIR=… npm run bench:openapi-requests`. The folder holds OpenAPI documents as
 * JSON or YAML, also gzipped; each operation is called with all its arguments, and with the required ones alone.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { gunzipSync } from 'node:zlib';
import type { UserFiles } from '../src/foundation/user-files.js';
import {
  BytesBody,
  FormBody,
  TextBody,
  type BackendRequest,
} from '../src/agenttools/sources/clients.js';
import { ArgumentChecks } from '../src/agenttools/sources/openapi/argument-checks.js';
import { defaultDocumentLimits } from '../src/agenttools/sources/openapi/document/parse-text.js';
import { documentTools } from '../src/agenttools/sources/openapi/document-tools.js';
import type { DocumentTool, Operation } from '../src/agenttools/sources/openapi/operation.js';
import { PropertyAliases } from '../src/foundation/argument-names.js';
import { prepareDocument } from '../src/agenttools/sources/openapi/prepare-document.js';
import type { ToolCall } from '../src/agenttools/tool.js';
import {
  decodedPairs,
  expectedRequest,
  type PlainRequest,
  type Values,
} from './openapi-requests/expected-request.js';
import {
  readDeclared,
  type DeclaredCall,
  type DeclaredDocument,
  type DeclaredParameter,
  sampleValue,
} from './openapi-requests/read-declared.js';

/** What is compared is how values are written: sample values keep no bounds. */
ArgumentChecks.prototype.of = () => () => undefined;

const MAX_SHOWN = 10;
const FORM = 'application/x-www-form-urlencoded';

function isDocument(name: string): boolean {
  return /\.(?:json|ya?ml)(?:\.gz)?$/.test(name);
}

async function compare(from: string, name: string): Promise<void> {
  const bytes = readFileSync(join(from, name));
  const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  const declared = readDeclared(text);
  const prepared = prepareDocument(text, {
    ...{ source: 'k', patterns: { reads: ['**'] }, limits: defaultDocumentLimits },
    ...{ examples: {}, budget: 3000 },
  });
  const aliases = new PropertyAliases(prepared.aliases);
  const tools = new Map(documentTools('k', prepared, { files }).map((tool) => [tool.name, tool]));
  const wrong: string[] = [];
  let requests = 0;
  let missing = 0;
  for (const call of declared.calls) {
    const operation = prepared.operations.find(
      ({ method, pathTemplate }) => method === call.method && pathTemplate === call.key,
    );
    const tool = operation && tools.get(operation.toolName);
    if (operation === undefined || tool === undefined) {
      missing += 1;
      continue;
    }
    for (const isRequired of [false, true]) {
      requests += 1;
      const fault = await differenceOf({ declared, call, operation, tool, aliases }, isRequired);
      if (fault !== undefined) wrong.push(`  ${call.method} ${call.key}: ${fault}`);
    }
  }
  console.log(
    `${name}: ${declared.calls.length} operations, ${missing} not offered, ${requests} requests, ${wrong.length} wrong`,
  );
  for (const { message } of prepared.findings.filter((one) =>
    one.message.startsWith('Not offered'),
  ))
    console.log(`  ${message}`);
  console.log(wrong.slice(0, MAX_SHOWN).join('\n'));
}

interface Compared {
  declared: DeclaredDocument;
  call: DeclaredCall;
  operation: Operation;
  tool: DocumentTool;
  aliases: PropertyAliases;
}

/** Ids are the contents. */
const files: UserFiles = {
  find: async (_user, id) => ({ id, name: 'f', contentType: 'image/png', bytes: 1, sha256: 'x' }),
  read: async (_user, { id }) => Buffer.from(id),
};

async function differenceOf(compared: Compared, isRequired: boolean): Promise<string | undefined> {
  const { declared, call, operation, tool, aliases } = compared;
  const { root } = declared;
  const values = valuesOf(compared, isRequired);
  const lost = [...values.keys()].find(
    (one) => argumentOf(operation, one) === undefined && one.place !== 'formData',
  );
  if (lost !== undefined) return `${lost.name} in ${lost.place} is no argument`;
  const hasBody = Object.keys(call.content).length + call.fields.length > 0;
  if (hasBody && operation.body === undefined) return 'its body is no argument';
  const input: Record<string, unknown> = Object.fromEntries(
    [...values]
      .filter(([{ place }]) => place !== 'formData')
      .map(([one, value]) => [argumentOf(operation, one), aliases.redo(value)]),
  );
  const body = bodyOf(compared, values, isRequired);
  if (body !== undefined) input['body'] = aliases.redo(body);
  const type = body === undefined ? undefined : operation.body?.mediaType;
  try {
    const sent = await sentRequest(tool, input);
    const expected = expectedRequest({ root, call, values, type: declaredType(call, type), body });
    const actual = plainRequest(sent, type);
    // Either order is that of a query, and of parts.
    const sorted = (one: PlainRequest) => ({
      ...one,
      query: one.query.toSorted(),
      type: undefined,
    });
    if (isDeepStrictEqual(sorted(actual), sorted(expected))) return undefined;
    return `\n    sent     ${JSON.stringify(sorted(actual))}\n    expected ${JSON.stringify(sorted(expected))}`;
  } catch (error) {
    return String(error);
  }
}

/** What is sent for `*` stands under another name in the document. */
function declaredType({ content }: DeclaredCall, type: string | undefined): string | undefined {
  if (type === undefined || content[type] !== undefined) return type;
  return Object.keys(content).find((one) => one.startsWith(type) || one.includes('*')) ?? type;
}

function argumentOf({ parameters }: Operation, { place, name }: DeclaredParameter) {
  return parameters.find((one) => one.place === place && one.name === name)?.argument;
}

const NO_ARGUMENTS =
  /^(?:accept|content-type|authorization|host|if-match|if-none-match|if-unmodified-since|idempotency-key)$/i;

function valuesOf({ declared, call }: Compared, isRequired: boolean): Values {
  const given = [...call.parameters, ...call.fields].filter(
    ({ place, name, node }) =>
      place !== 'cookie' &&
      !(place === 'header' && NO_ARGUMENTS.test(name)) &&
      (!isRequired || place === 'path' || node['required'] === true),
  );
  const schemaOf = ({ node }: DeclaredParameter): unknown => {
    const content = node['content'] as Record<string, { schema?: unknown }> | undefined;
    if (content !== undefined) return Object.values(content)[0]?.schema;
    return call.isSwagger ? node : node['schema'];
  };
  return new Map(given.map((one) => [one, sampleValue(declared.root, schemaOf(one))]));
}

function bodyOf(
  { declared, call, operation }: Compared,
  values: Values,
  isRequired: boolean,
): unknown {
  const { body } = operation;
  if (body === undefined || (isRequired && !body.required)) return undefined;
  if (call.fields.length > 0) {
    const fields = [...values].filter(([{ place }]) => place === 'formData');
    return Object.fromEntries(fields.map(([{ name }, value]) => [name, value]));
  }
  if (body.kind === 'file') return 'id';
  const media = call.content[declaredType(call, body.mediaType) ?? ''] ?? {};
  return sampleValue(declared.root, media['schema']) ?? {};
}

async function sentRequest(tool: DocumentTool, input: Record<string, unknown>) {
  const sent: BackendRequest[] = [];
  const exchange = async (request: BackendRequest) => {
    sent.push(request);
    return { status: 200, headers: { 'content-type': 'application/json' }, text: '{}' };
  };
  await tool.execute(input, { read: { exchange }, caller: { userId: 'u' } } as unknown as ToolCall);
  const [request] = sent;
  if (request === undefined) throw new Error('nothing was sent');
  return request;
}

function plainRequest(request: BackendRequest, type: string | undefined): PlainRequest {
  const { method, path = '', query = '', headers = {}, body } = request;
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    method,
    segments: path.split('/').map(decodeURIComponent),
    query: decodedPairs(typeof query === 'string' ? query : ''),
    headers: Object.fromEntries(named) as Record<string, string>,
    ...(type !== undefined && { type, body: plainBody(body) }),
  };
}

function plainBody(body: unknown): unknown {
  if (body instanceof FormBody)
    return body.fields
      .map((field) =>
        'text' in field
          ? `${field.name}; ${field.contentType ?? ''}; ${field.text}`
          : `${field.name}; file; ${Buffer.from(field.content).toString('utf8')}`,
      )
      .sort();
  if (body instanceof BytesBody) return Buffer.from(body.content).toString('utf8');
  if (!(body instanceof TextBody)) return undefined;
  const { contentType, text } = body;
  if (contentType.startsWith(FORM)) return decodedPairs(text);
  return /[/+.-]json(?:;|$)/.test(contentType) ? (JSON.parse(text) as unknown) : text;
}

const directory = process.env.OPENAPI_DIR;
if (!directory) {
  console.log('bench:openapi-requests skipped: set OPENAPI_DIR to a folder of OpenAPI documents.');
} else {
  for (const name of readdirSync(directory).filter(isDocument)) await compare(directory, name);
}
