import { defined } from '../../../src/foundation/defined.js';
import { isObject } from '../../../src/foundation/json.js';
import {
  bad,
  chatApi,
  FAKE_KEY,
  type Body,
  type ChatFormat,
  type ChatRenderer,
  type FakeApi,
  type FakeRequest,
  type Wrong,
} from './fake-api.js';
import { levelsOf } from './json-schema.js';
import { schemaFaults, unknownKeys, type SchemaFault } from './gemini-schema.js';

const FINISH = {
  stop: 'STOP',
  length: 'MAX_TOKENS',
  safety: 'SAFETY',
  malformed_call: 'MALFORMED_FUNCTION_CALL',
  other: 'OTHER',
} as const;

/** The Gemini API, which refuses what the real one refuses, in its words. */
const format: ChatFormat = {
  path: /^\/v1beta\/models\/[^/:]+:streamGenerateContent$/,
  contentType: 'text/event-stream',
  check: (request) =>
    checkGeminiKey(request) ??
    checkRequest(request) ??
    checkFields(request.body) ??
    checkTools(request.body) ??
    checkContents(request),
  blocks: ({ body }) =>
    [...(body.tools ?? []), body.systemInstruction ?? {}, ...body.contents].map(
      (block: object) => ({ text: JSON.stringify(block) }),
    ),
  begin,
};

const NO_KEY =
  "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.";
const WRONG_KEY = {
  '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
  reason: 'API_KEY_INVALID',
  domain: 'googleapis.com',
  metadata: { service: 'generativelanguage.googleapis.com' },
};

/** Both of its APIs refuse keys so. */
export function checkGeminiKey({ headers }: FakeRequest): Wrong {
  const key = headers['x-goog-api-key'];
  if (!key) return bad(NO_KEY, 403);
  if (key === FAKE_KEY) return undefined;
  return bad('API key not valid. Please pass a valid API key.', 400, [WRONG_KEY]);
}

function checkRequest({ path }: FakeRequest): Wrong {
  const model = /models\/([^:]+):/.exec(path)?.[1] ?? '';
  if (!model.startsWith('gemini-'))
    return bad(
      `models/${model} is not found for API version v1beta, or is not supported for generateContent. Call ListModels to see the list of available models and their supported methods.`,
      404,
    );
  return path.endsWith('?alt=sse') ? undefined : bad('this fake only speaks alt=sse');
}

const FIELDS =
  'contents tools toolConfig safetySettings systemInstruction generationConfig cachedContent';
const PART_FIELDS = 'text thought thoughtSignature functionCall functionResponse inlineData';
const RESPONSE_FIELDS = 'id name response willContinue scheduling parts';

function checkFields(body: Body): Wrong {
  const unknown = [
    ...unknownNames(body, FIELDS, ''),
    ...(body.contents ?? []).flatMap((content: Body, at: number) => [
      ...unknownNames(content, 'role parts', `contents[${at}]`),
      ...(content.parts ?? []).flatMap((part: Body, index: number) => {
        const path = `contents[${at}].parts[${index}]`;
        return [
          ...unknownNames(part, PART_FIELDS, path),
          ...unknownNames(part.functionCall, 'id name args', `${path}.function_call`),
          ...unknownNames(part.functionResponse, RESPONSE_FIELDS, `${path}.function_response`),
        ];
      }),
    ]),
    ...(body.tools ?? []).flatMap((tool: Body, at: number) =>
      (tool.functionDeclarations ?? []).flatMap((declaration: Body, index: number) => {
        const path = `tools[${at}].function_declarations[${index}]`;
        return unknownNames(declaration, 'name description parameters', path);
      }),
    ),
  ];
  return unknown.length === 0 ? undefined : violations(unknown);
}

const unknownNames = (value: object | undefined, known: string, path: string) =>
  unknownKeys(value ?? {}, known.split(' '), path);

function violations(faults: readonly SchemaFault[]): Wrong {
  const fieldViolations = faults.map(({ path, message }) => ({
    field: path,
    description: message,
  }));
  const details = [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations }];
  return bad(faults.map(({ message }) => message).join('\n'), 400, details);
}

function checkTools({ tools, toolConfig }: Body): Wrong {
  const { mode, allowedFunctionNames } = toolConfig?.functionCallingConfig ?? {};
  if (allowedFunctionNames !== undefined && mode !== 'ANY')
    return bad('Function calling config is set with allowed_function_names but mode is not ANY.');
  const names = new Set<string>();
  for (const [at, tool] of (tools ?? []).entries())
    for (const [index, { name, parameters }] of (tool.functionDeclarations ?? []).entries()) {
      const path = `tools[${at}].function_declarations[${index}]`;
      if (!/^[A-Za-z_][\w.:-]{0,127}$/.test(name))
        return bad(
          `* GenerateContentRequest.${path}.name: Invalid function name. Must start with a letter or an underscore.`,
        );
      if (names.has(name)) return bad(`Duplicate function declaration found: ${name}`);
      names.add(name);
      const wrong = checkParameters(parameters, `${path}.parameters`);
      if (wrong !== undefined) return wrong;
    }
  return undefined;
}

/** Parsing faults hide those of the rules, as in the real API. */
function checkParameters(parameters: unknown, path: string): Wrong {
  const faults = parameters === undefined ? [] : schemaFaults(parameters, path);
  const parsing = faults.filter(({ kind }) => kind !== 'rule');
  if (parsing.length > 0) return violations(parsing);
  if (levelsOf(parameters) > 8)
    return bad('A FunctionDeclaration in the request exceeds the maximum allowed nesting depth.');
  if (faults.length === 0) return undefined;
  return bad(faults.map(({ message }) => `${message}\n`).join(''));
}

const WRONG_COUNT =
  'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.';

const STRAY_RESPONSE =
  'Please ensure that function response turn comes immediately after a function call turn.';
const STRAY_CALL =
  'Please ensure that function call turn comes immediately after a user turn or after a function response turn.';

function checkContents({ body, path }: FakeRequest): Wrong {
  const contents: Body[] = body.contents ?? [];
  if (contents.length === 0)
    return bad('* GenerateContentRequest.contents: contents is not specified\n');
  let calls = 0;
  let previous = '';
  for (const [at, { role, parts = [] }] of contents.entries()) {
    if (!['user', 'model', 'function'].includes(role))
      return bad('Please use a valid role: user, model.');
    if (parts.length === 0)
      return bad(
        `* GenerateContentRequest.contents[${at}].parts: contents.parts must not be empty.\n`,
      );
    const called = parts.filter((part: Body) => part.functionCall !== undefined);
    const answered = parts.filter((part: Body) => part.functionResponse !== undefined).length;
    if (answered !== calls) return bad(calls === 0 ? STRAY_RESPONSE : WRONG_COUNT);
    if (called.length > 0 && !['user', 'function'].includes(previous)) return bad(STRAY_CALL);
    const wrong =
      checkSignatures(called, path, at) ??
      parts.map((part: Body) => checkPart(part, at)).find((one: Wrong) => one !== undefined);
    if (wrong !== undefined) return wrong;
    calls = called.length;
    previous = role;
  }
  return calls > 0 ? bad(WRONG_COUNT) : undefined;
}

function checkPart({ text, functionCall, functionResponse }: Body, at: number): Wrong {
  const { name, response } = functionResponse ?? functionCall ?? { name: 'text' };
  if (text === '') return bad('Unable to submit request because it must have a text parameter.');
  if (!/^[A-Za-z_][\w.:-]{0,63}$/.test(name))
    return bad(`* GenerateContentRequest.contents[${at}].parts: Invalid function name.\n`);
  if (functionResponse === undefined) return undefined;
  if (!isObject(response))
    return bad(
      `Invalid value at 'contents[${at}].parts.function_response.response' (type.googleapis.com/google.protobuf.Struct)`,
    );
  const ref = referenceIn(response);
  if (ref === undefined) return undefined;
  return bad(
    `The referenced name \`${ref}\` in function_response.response does not match to a display_name in the function_response.parts.`,
  );
}

function referenceIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const entries = Object.entries(value);
  const own = entries.find(([key]) => key === '$ref');
  if (own !== undefined) return String(own[1]);
  return entries.map(([, one]) => referenceIn(one)).find((ref) => ref !== undefined);
}

/** Gemini 3, which `gemini-flash-latest` is, wants the first call of each step signed, with a signature of its own or the word that skips the check. */
function checkSignatures(called: readonly Body[], path: string, at: number): Wrong {
  if (/models\/gemini-[12]\D/.test(path) || called.length === 0) return undefined;
  const { functionCall, thoughtSignature } = called[0];
  if (thoughtSignature === undefined)
    return bad(
      `Function call \`${functionCall.name}\` in the \`${at}.\` content block is missing a \`thought_signature\`.`,
    );
  if (/^(sig-|skip_thought_signature_validator$)/.test(thoughtSignature)) return undefined;
  return bad('Thought signature is not valid.');
}

function begin({ path }: FakeRequest): ChatRenderer {
  const modelVersion = /models\/([^:]+):/.exec(path)?.[1];
  const chunk = (parts: readonly object[], more: object = {}, rest: object = {}) =>
    `data: ${JSON.stringify({ candidates: [{ content: { parts, role: 'model' }, index: 0, ...more }], ...rest, modelVersion, responseId: 'fake' })}\r\n\r\n`;
  return {
    start: () => '',
    text: (text) => chunk([{ text }]),
    thinking: (text) => chunk([{ text, thought: true }]),
    call: ({ name, arguments: args, id, signature: thoughtSignature }) =>
      chunk([{ functionCall: defined({ id, name, args }), ...defined({ thoughtSignature }) }]),
    error: ({ message, status = 500 }) =>
      `data: ${JSON.stringify(errorBody(status, message))}\r\n\r\n`,
    end: (finish, { input, output, cached }) => {
      const usageMetadata = {
        promptTokenCount: input,
        candidatesTokenCount: output - 2,
        thoughtsTokenCount: 2,
        totalTokenCount: input + output,
        ...defined({ cachedContentTokenCount: cached }),
      };
      return chunk([{ text: '' }], { finishReason: FINISH[finish] }, { usageMetadata });
    },
  };
}

const statuses: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  402: 'RESOURCE_EXHAUSTED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  499: 'CANCELLED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
};

const errorBody: FakeApi['errorBody'] = (code, message, details) => ({
  error: { code, message, status: statuses[code] ?? 'UNKNOWN', ...defined({ details }) },
});

/** What the fake lists; the last one cannot chat. */
const models = [
  ...['gemini-flash-latest', 'gemini-3.8-flash', 'gemini-pro-latest'].map((name) => ({
    name: `models/${name}`,
    supportedGenerationMethods: ['generateContent', 'countTokens'],
  })),
  { name: 'models/gemini-embedding-001', supportedGenerationMethods: ['embedContent'] },
];

export const gemini = chatApi({
  name: 'gemini',
  env: (url) => ({ LLM_PROVIDER: 'gemini', GEMINI_BASE_URL: url, GEMINI_API_KEY: FAKE_KEY }),
  chat: format,
  models: { path: /^\/v1beta\/models$/, check: checkGeminiKey, body: { models } },
  cacheRules: { kind: 'prefix', step: 128, leastTokens: 1024 },
  errorBody,
});
