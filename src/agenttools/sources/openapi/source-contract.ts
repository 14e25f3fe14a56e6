import type { JsonObject } from '../../../foundation/json.js';
import type { ArgumentCheck } from '../../arguments.js';
import type { HttpAnswer } from './answer/http-answer.js';
import type { HttpRequest } from './request/build-request.js';

/** What an operation's tool uses of a call: it reads, with the caller's credentials, and nothing else. */
export interface OperationCall {
  signal: AbortSignal;
  read: {
    /** The answer as it came, error statuses included; rejects only where there is none. */
    exchange(request: HttpRequest): Promise<HttpAnswer>;
  };
}

/** What an operation's tool answers. */
export interface OperationOutcome {
  result: unknown;
  signals?: readonly { type: 'preview'; preview: RequestProposal }[];
}

/** A request that would change something: shown to the user, and sent only when the user accepts. */
export interface RequestProposal {
  kind: 'http_request';
  description: string;
  /** `method, path_template, path, query, body?, content_type?, headers?`: exactly what accepting sends. */
  payload: JsonObject;
  extra: JsonObject;
}

/** The change kind of every request that is not a read. */
export const HTTP_REQUEST = 'http_request';

/** A tool that stands for one operation of a document. */
export interface OperationTool {
  name: string;
  title: string;
  description: string;
  /** What the model is shown; `check` knows the whole. */
  inputSchema: JsonObject;
  examples: readonly string[];
  groups: readonly string[];
  source: string;
  effect: 'read' | 'propose';
  proposes?: typeof HTTP_REQUEST;
  contextIds?: Readonly<Record<string, { key: string }>>;
  /** What the index reads instead of the description and the fields of `inputSchema`. */
  indexed: { description: string; parameters: string };
  check: ArgumentCheck;
  /** Where it comes from; absent for the tools that the source itself adds. */
  operation?: { id: string; method: string; path: string };
  say(input: JsonObject): string;
  execute(input: JsonObject, call: OperationCall): Promise<OperationOutcome>;
}
