import { atOnce } from '../../src/foundation/turns.js';
import { RunScratch } from '../../src/agenttools/run-scratch.js';
import { stringify } from 'yaml';
import {
  arrived,
  backend,
  DOCUMENT,
  OPTIONS,
  string,
  useBackend,
  type Arrived,
} from './openapi/one-operation.js';
import type { JsonObject } from '../../src/foundation/json.js';
import type { UserFiles } from '../../src/foundation/user-files.js';
import type { ToolCall } from '../../src/agenttools/tool.js';
import { applyRequest } from '../../src/agenttools/changes/http-request/apply-request.js';
import {
  createReadClient,
  createWriteClient,
  type BackendClientOptions,
} from '../../src/agenttools/sources/backend-client.js';
import type { Credential } from '../../src/agenttools/sources/credentials.js';
import { documentTools } from '../../src/agenttools/sources/openapi/document-tools.js';
import { prepareDocument } from '../../src/agenttools/sources/openapi/prepare-document.js';
import { operationsOfTarget } from '../../src/agenttools/sources/openapi/reads-of-operations.js';

export { object, string } from './openapi/one-operation.js';

/** What a call of `call`, or of `tool`, sends as `METHOD place [headers] body`, or a part of what refuses it. */
type Call = readonly [input: JsonObject, expected: string | RegExp, tool?: string];

const files: UserFiles = {
  find: async (_user, id) => {
    const contentType = id.endsWith('.png') ? 'image/png' : 'text/csv';
    return { id, name: id, contentType, bytes: 3, sha256: 'x' };
  },
  read: async (_user, { id }) => Buffer.from(`<${id}>`),
};

/** Starts the backend that notes what it is sent before the tests of a file, and closes it after. */
export const useNotingBackend = useBackend;

function lineOf(request: Arrived | string): string {
  if (typeof request === 'string') return request;
  const { method, url, headers, body } = request;
  const told = Object.entries(headers)
    .filter(([name]) => name.startsWith('x-') || /^(cookie|authorization|token)$/.test(name))
    .map(([name, value]) => `${name}: ${String(value)}`)
    .sort();
  const { 'content-type': type = '' } = headers;
  const boundary = /boundary=(\S+)/.exec(type)?.[1];
  const shown = boundary === undefined ? body : body.replaceAll(boundary, 'B');
  const parts = [method, url, ...told];
  if (body !== '' && boundary === undefined) parts.push(`(${type})`);
  return [...parts, shown.replaceAll('\r\n', '⏎')].join(' ').trim();
}

/** The tool of an operation and the clients of its backend; undefined with what was found where there is none. */
function prepared(
  document: JsonObject,
  id: string,
  reads: readonly string[],
  credentials: readonly Credential[] = [],
) {
  const options = { ...OPTIONS, source: 'k', patterns: { reads }, credentials };
  const read = prepareDocument(stringify(document), options);
  const operationsOf = atOnce(operationsOfTarget(read.operations));
  const client: BackendClientOptions = {
    baseUrl: backend.url,
    signal: new AbortController().signal,
    credentials,
    signedBy: (target) => operationsOf(target).flatMap(({ signedBy }) => signedBy),
  };
  const tool = documentTools('k', read, { files }).find(({ name }) => name === `k_${id}`);
  return { tool, client, findings: read.findings.map(({ message }) => message).join('\n') };
}

/** What the call of an operation sends as a read, or the words that refuse it. */
async function sent(
  document: JsonObject,
  id: string,
  input: JsonObject,
  credentials: readonly Credential[],
) {
  const { tool, client, findings } = prepared(document, id, ['*'], credentials);
  if (tool === undefined) return findings;
  const call = { read: createReadClient(client, () => true), caller: { userId: 'u' } } as ToolCall;
  const request = await arrived(() => {
    tool.check?.(input);
    return tool.execute(input, call);
  });
  return lineOf(request);
}

/** What is sent of the operation `call` once a person has accepted it as a change. */
export async function accepted(document: JsonObject, input: JsonObject): Promise<string> {
  const { tool, client } = prepared(document, 'call', []);
  const read = createReadClient(client, ({ method }) => method === 'GET');
  const call = { read, caller: { userId: 'u' }, scratch: new RunScratch() } as ToolCall;
  const [signal] = (await tool?.execute(input, call))?.signals ?? [];
  if (signal?.type !== 'preview') throw new Error('nothing was proposed');
  const { payload, facts = {} } = signal.preview;
  const change = { previewId: 'p', read, facts, isEdited: false, files };
  const write = createWriteClient(client);
  return lineOf(await arrived(() => applyRequest(write, JSON.stringify(payload), change)));
}

const ok = { responses: { 200: { description: 'ok' } } };
export const strings = { type: 'array', items: string };
function parameterIn(place: string, fixed: JsonObject = {}) {
  return (name: string, schema: JsonObject = string, more: JsonObject = {}): JsonObject => {
    return { name, in: place, schema, ...fixed, ...more };
  };
}
export const path = parameterIn('path', { required: true });
export const query = parameterIn('query');
export const header = parameterIn('header');
export const body = (type: string, schema: JsonObject | undefined, more: JsonObject = {}) => ({
  requestBody: { required: true, content: { [type]: { ...(schema && { schema }), ...more } } },
});
export const FORM = 'application/x-www-form-urlencoded';
export const MULTIPART = 'multipart/form-data';
export const JSON_TYPE = 'application/json';

export const openapi = (paths: JsonObject, more: JsonObject = {}): JsonObject => ({
  ...DOCUMENT,
  paths,
  ...more,
});

type Parts = (JsonObject | JsonObject[])[];
/** An operation of a list of its parameters and of its other members. */
export const operation = (operationId: string, ...parts: Parts): JsonObject =>
  parts.reduce<JsonObject>(
    (whole, part) => ({ ...whole, ...(Array.isArray(part) ? { parameters: part } : part) }),
    { operationId, ...ok },
  );

/** One operation `call` at a place. */
export const one = (method: string, key: string, ...parts: Parts): JsonObject =>
  openapi({ [key]: { [method]: operation('call', ...parts) } });

export const swagger = (key: string, parameters: JsonObject[], more: JsonObject = {}) => ({
  swagger: '2.0',
  info: { title: 'Case', version: '1' },
  paths: { [key]: { post: { operationId: 'call', parameters, ...ok, ...more } } },
});

/** Tests of documents and their calls, named by their titles. */
export function cases(
  name: string,
  table: Record<string, readonly [JsonObject, ...Call[]]>,
  credentials: readonly Credential[] = [],
): void {
  describe(name, () => {
    test.each(Object.entries(table))('%s', async (_title, [document, ...calls]) => {
      for (const [input, expected, tool = 'call'] of calls) {
        const told = await sent(document, tool, input, credentials);
        if (typeof expected === 'string') expect(told).toBe(expected);
        else expect(told).toMatch(expected);
      }
    });
  });
}

export const part = (name: string, value: string, more = ''): string =>
  `--B⏎Content-Disposition: form-data; name="${name}"${more}⏎⏎${value}⏎`;
export const typed = (type: string): string => `⏎Content-Type: ${type}`;
