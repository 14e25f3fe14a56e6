import type { JsonObject } from '../../../foundation/json.js';
import type { ModelList } from '../../known-models.js';
import type { ModelSource } from '../../resilient.js';
import type { LlmRequest, ToolChoice, ToolSpec } from '../../types.js';
import { postStream } from '../../wire/post-stream.js';
import { convertMessages } from './gemini-messages.js';
import { readChunks, SERVICE, toProviderError } from './read-chunks.js';
import {
  FunctionCallingMode,
  type FunctionDeclarationSchema,
  type Tool,
  type ToolConfig,
} from '@google/generative-ai';

interface GeminiOptions {
  baseUrl: string;
  apiKey: string;
  model: string;
}

export function createGeminiSource(options: GeminiOptions): ModelSource {
  // Tuned models are named with their folder.
  const path = options.model.includes('/') ? options.model : `models/${options.model}`;
  return {
    name: 'gemini',
    model: options.model,
    open: (request, signal) =>
      readChunks(
        postStream({
          service: SERVICE,
          url: `${options.baseUrl}/v1beta/${path}:streamGenerateContent?alt=sse`,
          headers: { 'x-goog-api-key': options.apiKey },
          body: toBody(options.model, request),
          signal,
          errorFrom: toProviderError,
        }),
      ),
  };
}

export function geminiModels({ baseUrl, apiKey }: Omit<GeminiOptions, 'model'>): ModelList {
  return {
    service: SERVICE,
    url: `${baseUrl}/v1beta/models?pageSize=1000`,
    headers: { 'x-goog-api-key': apiKey },
    field: 'models',
    nameOf: ({ name, supportedGenerationMethods: methods }) =>
      Array.isArray(methods) && methods.includes('generateContent') && typeof name === 'string'
        ? name.replace(/^models\//, '')
        : undefined,
    errorFrom: toProviderError,
  };
}

function toBody(model: string, request: LlmRequest): JsonObject {
  return {
    contents: convertMessages(request.messages, model),
    systemInstruction:
      request.system === '' ? undefined : { role: 'system', parts: [{ text: request.system }] },
    ...prepareTools(request),
    generationConfig: { maxOutputTokens: request.maxTokens },
  };
}

export function prepareTools(request: LlmRequest): { tools?: Tool[]; toolConfig?: ToolConfig } {
  const { tools, toolChoice } = request;
  if (tools.length === 0) return {};
  const functionDeclarations = tools.map(declare);
  if (toolChoice === undefined) return { tools: [{ functionDeclarations }] };
  return { tools: [{ functionDeclarations }], toolConfig: convertChoice(toolChoice) };
}

/** A tool without parameters must leave `parameters` out: an object without properties is refused. */
function declare({ name, description, inputSchema }: ToolSpec) {
  const hasParameters = Object.keys(inputSchema['properties'] ?? {}).length > 0;
  // Rewritten before it came here; the client's type cannot say so.
  const parameters = inputSchema as unknown as FunctionDeclarationSchema;
  return { name, description, parameters: hasParameters ? parameters : undefined };
}

const modes = {
  auto: FunctionCallingMode.AUTO,
  none: FunctionCallingMode.NONE,
  required: FunctionCallingMode.ANY,
} as const;

function convertChoice(choice: ToolChoice): ToolConfig {
  if (typeof choice === 'string') return { functionCallingConfig: { mode: modes[choice] } };
  return {
    functionCallingConfig: { mode: FunctionCallingMode.ANY, allowedFunctionNames: [choice.name] },
  };
}
