import { firstChars } from '../../foundation/first-chars.js';
import type { EventData } from '../../agentloop/events.js';
import { defined } from '../../foundation/defined.js';
import type { ModelCall, RunInfo, RunSummary, ToolUse } from '../sink.js';

/** Values by attribute name; without a value the attribute is left out. */
export type Attributes = Record<string, string | number | string[]>;

/** Names of the GenAI conventions for our providers; one of our own where they have none. */
const PROVIDERS: Readonly<Record<string, string>> = { gemini: 'gcp.gemini' };

function providerOf(run: RunInfo): string {
  return PROVIDERS[run.provider] ?? run.provider;
}

/** A run as it begins: `invoke_agent` of the GenAI semantic conventions. */
export function agentAttributes(run: RunInfo): Attributes {
  return {
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.provider.name': providerOf(run),
    'gen_ai.request.model': run.model,
    'gen_ai.agent.name': run.contextType,
    'gen_ai.conversation.id': run.conversationId,
    'sextant.run.id': run.runId,
  };
}

/** What is known of a run at its end. */
export function summaryAttributes(summary: RunSummary): Attributes {
  const { outcome, finishReason, usage } = summary;
  return {
    'gen_ai.usage.input_tokens': usage.inputTokens,
    'gen_ai.usage.output_tokens': usage.outputTokens,
    ...defined({ 'gen_ai.usage.cache_read.input_tokens': usage.cachedTokens }),
    'sextant.turns': summary.turns,
    'sextant.tool_calls': summary.toolCalls,
    ...defined({
      'gen_ai.response.finish_reasons': finishReason === undefined ? undefined : [finishReason],
      'error.type': outcome === 'completed' ? undefined : outcome,
    }),
  };
}

/** A model call: `chat` of the GenAI conventions. */
export function chatAttributes(run: RunInfo, call: ModelCall): Attributes {
  return {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': providerOf(run),
    'gen_ai.request.model': call.model,
    'gen_ai.request.max_tokens': call.maxTokens,
    'gen_ai.conversation.id': run.conversationId,
    'sextant.turn': call.turn,
    ...(call.finishReason === undefined ? {} : endAttributes(call, call.finishReason)),
    ...defined({ 'error.type': call.errorCode }),
  };
}

function endAttributes({ usage }: ModelCall, finishReason: string): Attributes {
  return {
    'gen_ai.usage.input_tokens': usage.inputTokens,
    'gen_ai.usage.output_tokens': usage.outputTokens,
    ...defined({ 'gen_ai.usage.cache_read.input_tokens': usage.cachedTokens }),
    'gen_ai.response.finish_reasons': [finishReason],
  };
}

/** The longest name of a tool that is passed on: a model may invent any. */
const MAX_NAME = 64;

/** A tool call: `execute_tool` of the GenAI conventions, without arguments and result. */
export function toolAttributes(use: ToolUse): Attributes {
  return {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': firstChars(use.name, MAX_NAME),
    'gen_ai.tool.type': 'function',
    'gen_ai.tool.call.id': use.id,
    ...defined({ 'error.type': use.error }),
  };
}

/** A selection of tools; the conventions have nothing for it. */
export function selectionAttributes(selection: EventData['tool_selection']): Attributes {
  const { counts, fallback_reason: reason } = selection;
  return {
    'sextant.tools.all': counts.all,
    'sextant.tools.context': counts.context,
    'sextant.tools.offered': counts.offered,
    'sextant.turn': selection.turn,
    ...defined({ 'sextant.selection.fallback_reason': reason }),
  };
}
