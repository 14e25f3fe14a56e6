import type { IncomingMessage } from 'node:http';
import { RunScratch } from '../../../src/agenttools/run-scratch.js';
import { text } from 'node:stream/consumers';
import { stringify } from 'yaml';
import { AppError } from '../../../src/foundation/errors.js';
import type { JsonObject } from '../../../src/foundation/json.js';
import type { ToolCall } from '../../../src/agenttools/tool.js';
import { createReadClient } from '../../../src/agenttools/sources/backend-client.js';
import { defaultDocumentLimits } from '../../../src/agenttools/sources/openapi/document/parse-text.js';
import type { DocumentTool } from '../../../src/agenttools/sources/openapi/operation.js';
import { documentTools } from '../../../src/agenttools/sources/openapi/document-tools.js';
import {
  prepareDocument,
  type PrepareOptions,
} from '../../../src/agenttools/sources/openapi/prepare-document.js';
import { serve, type TestServer } from '../http-server.js';
import { useOpened } from '../use-opened.js';

export type Seen = { url: string; body?: unknown };

/** A request as it came. */
export type Arrived = Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { body: string };

/** A backend that keeps the last request; starts and stops with the tests of a file. */
export let backend: TestServer;
let last: Arrived | undefined;

/** Has the backend that calls are sent to there for the tests of a file. */
export function useBackend(): void {
  const listen = () =>
    serve((request, response) => {
      void text(request).then((body) => {
        const { method, url, headers } = request;
        last = { method, url, headers, body };
        response.setHeader('content-type', 'application/json').end('{}');
      });
    });
  backend = useOpened(listen);
}

/** What a call sends, the sentence that refuses it, or that nothing arrived. */
export async function arrived(call: () => unknown): Promise<Arrived | string> {
  last = undefined;
  try {
    await call();
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
  return (last as Arrived | undefined) ?? 'nothing';
}

/** A call that reaches the backend with any method. */
export function callOf(): ToolCall {
  const context = { baseUrl: backend.url, signal: new AbortController().signal };
  const read = createReadClient(context, () => true);
  return { read, caller: { userId: 'u' }, scratch: new RunScratch() } as unknown as ToolCall;
}

/** One operation of a document, whatever its method sent at once: these tests are about what arrives. */
export interface Case {
  /** The body's schema. */
  schema?: unknown;
  parameters?: unknown[];
  schemas?: JsonObject;
  method?: string;
  version?: string;
  more?: Partial<PrepareOptions>;
}

export const DOCUMENT = { openapi: '3.0.3', info: { title: 'Case', version: '1' } };

export function operationOf({ schema, parameters }: Case): JsonObject {
  const operation: JsonObject = { operationId: 'call', responses: { 200: { description: 'ok' } } };
  if (parameters !== undefined) operation['parameters'] = parameters;
  if (schema !== undefined)
    operation['requestBody'] = { required: true, content: { 'application/json': { schema } } };
  return operation;
}

export function toolsOf(one: Case): DocumentTool[] {
  const { schemas = {}, method = 'post', version = '3.0.3', more } = one;
  const paths = { '/x': { [method]: operationOf(one) } };
  const document = { ...DOCUMENT, openapi: version, paths, components: { schemas } };
  return documentTools('api', prepareDocument(stringify(document), { ...OPTIONS, ...more }));
}

export const OPTIONS: PrepareOptions = {
  source: 'api',
  patterns: { reads: ['*'] },
  examples: {},
  limits: defaultDocumentLimits,
  budget: 3000,
};

/** What arrives at the backend, or the sentence of the refusal. */
export async function send(tools: readonly DocumentTool[], input: JsonObject) {
  const [tool] = tools;
  if (tool === undefined) throw new Error('there is no tool');
  const found = await arrived(() => {
    tool.check(input);
    return tool.execute(input, callOf());
  });
  if (typeof found === 'string') return found;
  const { url, body } = found;
  return body === '' ? { url } : { url, body: JSON.parse(body) as unknown };
}

export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
export function object(properties: JsonObject, more: JsonObject = {}) {
  return { type: 'object', properties, ...more };
}
export const string = { type: 'string' };
export const closed = { additionalProperties: false };
export const query = (name: string, schema: unknown) => ({ name, in: 'query', schema });

/** A body that arrives as it is. */
export type Sent = [string, Case, unknown];
/** A body that is refused with a sentence. */
export type Refused = [string, Case, unknown, RegExp];

export async function arrives(one: Case, body: unknown): Promise<void> {
  expect(await send(toolsOf(one), { body })).toEqual({ url: '/x', body });
}

export async function isRefused(one: Case, body: unknown, sentence: RegExp): Promise<void> {
  expect(await send(toolsOf(one), { body })).toMatch(sentence);
}
