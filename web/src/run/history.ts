import { defined } from '../../../src/foundation/defined.js';
import type { ConversationMessage, ConversationRun, ConversationView } from '../api/client.js';
import type { RunItem } from './run-items.js';
import { EMPTY_RUN, isStopped, type RunStatus, type RunView } from './run-view.js';
import { t } from '../texts/texts.js';

/** A run whose events are deleted, as far as its messages tell: no reasons for its tools, no previews. */
export function viewFromMessages(
  { messages }: Pick<ConversationView, 'messages'>,
  { run_id: runId, state }: Pick<ConversationRun, 'run_id' | 'state'>,
): RunView {
  const own = messages.filter((message) => message.run_id === runId);
  const results = new Map(
    own.flatMap((message) => (message.role === 'tool' ? [[message.tool_use_id, message]] : [])),
  );
  return {
    ...EMPTY_RUN,
    runId,
    status: STATUSES[state],
    items: own.flatMap((message, turn) => itemsOf(message, turn, results)),
    ...defined({ problem: STATUSES[state] === 'failed' ? PROBLEM() : undefined }),
  };
}

const PROBLEM = () => ({
  code: 'run_gone',
  message: t('This answer was not completed. The reason is no longer stored.'),
  retryable: true,
});

const STATUSES: Readonly<Record<ConversationRun['state'], RunStatus>> = {
  running: 'running',
  completed: 'done',
  cancelled: 'stopped',
  failed: 'failed',
  interrupted: 'failed',
};

type Result = Extract<ConversationMessage, { role: 'tool' }>;

function itemsOf(
  message: ConversationMessage,
  turn: number,
  results: ReadonlyMap<string, Result>,
): RunItem[] {
  if (message.role !== 'assistant') return [];
  const text: RunItem[] =
    message.content === '' ? [] : [{ kind: 'text', turn, text: message.content }];
  const steps = (message.tool_calls ?? []).map(({ tool_use_id: id, name, input }): RunItem => {
    const result = results.get(id);
    if (result === undefined) return { kind: 'step', id, name, input, state: 'unknown' };
    const cutOff = isStopped(result.result) ? 'stopped' : 'failed';
    const state = result.is_error ? cutOff : 'done';
    return { kind: 'step', id, name, input, state, result: result.result };
  });
  return [...text, ...steps];
}
