import { defined } from '../../../foundation/defined.js';
import { writeJson } from '../../../foundation/exact-json.js';
import {
  isTerminal,
  wireName,
  type AgentEvent,
  type EventData,
} from '../../../agentloop/events.js';
import { previewIn, type ShownPreview, previewLines } from '../preview-event.js';
import type { Rendering } from '../rendering.js';
import { agUiFrames, type AgUiEvent, type Interrupt, type RunOutcome } from './ag-ui-events.js';

export interface AgUiRun {
  threadId: string;
  runId: string;
  /** What the client keeps as its state; the server's part of it stands under `sextant`. */
  state: object;
  /** Previews and forms end the run as interrupts, which the client has to answer before it goes on. */
  interrupts: boolean;
}

/** A run as events of AG-UI 1.0, after its `RUN_STARTED`. */
export class AgUiRendering implements Rendering {
  private readonly openSteps = new Set<string>();
  /** Calls without a result, and the results that wait for their interrupts' answers. */
  private readonly calls = new Set<string>();
  private readonly interrupts: Interrupt[] = [];
  private readonly held = new Map<string, AgUiEvent[]>();
  private pieces = 0;
  private writing: { kind: Written; messageId: string } | undefined;
  /** The server's id of the run: no two runs have messages of one id. */
  private ownRunId = '';

  constructor(private readonly run: AgUiRun) {}

  /** How the run ends: with all that the client has to answer, where it wants to be asked. */
  get outcome(): RunOutcome {
    const { interrupts } = this;
    const asks = this.run.interrupts && interrupts.length > 0;
    return asks ? { type: 'interrupt', interrupts } : { type: 'success' };
  }

  /** Asks for an answer; `isOfCall`: the client knows the preview's call, and lacks the result. */
  ask(preview: ShownPreview, isOfCall: boolean): void {
    const { preview_id, kind, description, expires_at, payload_sha256, approval } = preview;
    this.interrupts.push({
      id: preview_id,
      reason: isOfCall ? 'tool_call' : 'confirmation',
      message: [description, ...previewLines(preview)].join('\n'),
      ...(isOfCall && { toolCallId: preview.tool_use_id }),
      expiresAt: expires_at,
      responseSchema: RESPONSE_SCHEMA,
      metadata: defined({ kind, payload_sha256, approval }),
    });
  }

  event(event: AgentEvent): string {
    if (event.type === 'content_chunk') return agUiFrames(this.piece('text', event.data.chunk));
    if (event.type === 'thinking_chunk')
      return agUiFrames(this.piece('reasoning', event.data.chunk));
    const steps = isTerminal(event) ? [...this.openSteps].map(finishStep) : [];
    return agUiFrames([...this.endPiece(), ...steps, ...this.other(event)]);
  }

  broken(code: string, message: string): string {
    return agUiFrames([...this.endPiece(), { type: 'RUN_ERROR', message, code }]);
  }

  private other(event: Exclude<AgentEvent, { type: 'content_chunk' | 'thinking_chunk' }>) {
    switch (event.type) {
      case 'run_start':
        return this.started(event.data);
      case 'message_start':
        return [];
      case 'tool_call_start':
        this.calls.add(event.data.tool_use_id);
        return call(event.data);
      case 'tool_call_result':
        return this.result(event.data);
      case 'phase':
        return [...this.phase(event.data), custom(event)];
      case 'plugin_event':
        return [this.preview(event) ?? custom(event)];
      case 'error':
        return [...[...this.held.values()].flat(), this.failed(event.data)];
      case 'message_complete':
        return [this.finished(event.data)];
      case 'operation_form':
        this.interrupts.push(formInterrupt(event.data));
        return [custom(event)];
      default:
        return [custom(event)];
    }
  }

  private started(data: EventData['run_start']): AgUiEvent[] {
    this.ownRunId = data.run_id;
    return [{ type: 'STATE_SNAPSHOT', snapshot: { ...this.run.state, sextant: data } }];
  }

  private piece(kind: Written, delta: string): AgUiEvent[] {
    if (delta === '') return [];
    const started: AgUiEvent[] = [];
    if (this.writing?.kind !== kind) {
      started.push(...this.endPiece());
      this.pieces += 1;
      const messageId = `${this.ownRunId}-${kind}-${this.pieces}`;
      this.writing = { kind, messageId };
      started.push(...written[kind].start(messageId));
    }
    const { messageId } = this.writing;
    return [...started, { type: written[kind].content, messageId, delta }];
  }

  private endPiece(): AgUiEvent[] {
    if (this.writing === undefined) return [];
    const { kind, messageId } = this.writing;
    this.writing = undefined;
    return written[kind].end.map((type) => ({ type, messageId }));
  }

  /** The result of a call that an interrupt is about is what the user decides. */
  private result({ tool_use_id, result }: EventData['tool_call_result']): AgUiEvent[] {
    const event: AgUiEvent = {
      type: 'TOOL_CALL_RESULT',
      messageId: `${this.ownRunId}-result-${tool_use_id}`,
      toolCallId: tool_use_id,
      content: typeof result === 'string' ? result : (writeJson(result) ?? ''),
      role: 'tool',
    };
    this.calls.delete(tool_use_id);
    const held = this.held.get(tool_use_id);
    held?.push(event);
    return held === undefined ? [event] : [];
  }

  private phase({ phase, status }: EventData['phase']): AgUiEvent[] {
    if (status === 'started' && !this.openSteps.has(phase)) {
      this.openSteps.add(phase);
      return [{ type: 'STEP_STARTED', stepName: phase }];
    }
    return status === 'completed' && this.openSteps.delete(phase) ? [finishStep(phase)] : [];
  }

  private preview(event: AgentEvent): AgUiEvent | undefined {
    const preview = previewIn(event);
    if (preview === undefined) return undefined;
    const { tool_use_id: id } = preview;
    const isOfCall = this.calls.has(id);
    if (isOfCall && this.run.interrupts) this.held.set(id, []);
    this.ask(preview, isOfCall);
    const content = { ...preview, state: 'waiting' };
    return {
      type: 'ACTIVITY_SNAPSHOT',
      messageId: preview.preview_id,
      activityType: 'preview',
      content,
    };
  }

  private failed({ code, message }: EventData['error']): AgUiEvent {
    return code === 'cancelled'
      ? this.end({ type: 'cancelled' })
      : { type: 'RUN_ERROR', message, code };
  }

  private finished({ finish_reason, turns, usage }: EventData['message_complete']): AgUiEvent {
    const tokens = [{ inputTokens: usage.input_tokens, outputTokens: usage.output_tokens }];
    return this.end(this.outcome, { result: { finish_reason, turns }, usage: tokens });
  }

  private end(
    outcome: RunOutcome,
    more: Pick<Extract<AgUiEvent, { type: 'RUN_FINISHED' }>, 'result' | 'usage'> = {},
  ): AgUiEvent {
    const { threadId, runId } = this.run;
    return { type: 'RUN_FINISHED', threadId, runId, outcome, ...more };
  }
}

const written = {
  text: {
    start: (messageId: string): AgUiEvent[] => [
      { type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' },
    ],
    content: 'TEXT_MESSAGE_CONTENT',
    end: ['TEXT_MESSAGE_END'],
  },
  reasoning: {
    start: (messageId: string): AgUiEvent[] => [
      { type: 'REASONING_START', messageId },
      { type: 'REASONING_MESSAGE_START', messageId, role: 'reasoning' },
    ],
    content: 'REASONING_MESSAGE_CONTENT',
    end: ['REASONING_MESSAGE_END', 'REASONING_END'],
  },
} as const;

type Written = keyof typeof written;

function call({ tool_use_id: toolCallId, name, input }: EventData['tool_call_start']): AgUiEvent[] {
  return [
    { type: 'TOOL_CALL_START', toolCallId, toolCallName: name },
    { type: 'TOOL_CALL_ARGS', toolCallId, delta: writeJson(input) },
    { type: 'TOOL_CALL_END', toolCallId },
  ];
}

function custom(event: AgentEvent): AgUiEvent {
  return { type: 'CUSTOM', name: wireName(event), value: event.data };
}

const finishStep = (stepName: string): AgUiEvent => ({ type: 'STEP_FINISHED', stepName });

function formInterrupt(form: EventData['operation_form']): Interrupt {
  const { form_id, expires_at, operations } = form;
  const filled = operations.map(({ tool, title, schema }) => ({
    type: 'object',
    title,
    properties: { tool: { const: tool }, arguments: schema },
    required: ['tool', 'arguments'],
  }));
  return {
    id: form_id,
    reason: 'input_required',
    message: operations.map(({ title }) => title).join('\n'),
    expiresAt: expires_at,
    responseSchema: { anyOf: filled },
    metadata: form,
  };
}

const RESPONSE_SCHEMA = {
  type: 'object',
  properties: {
    approved: { type: 'boolean', description: 'true saves what was shown, false rejects it' },
    reason: { type: 'string', description: 'why it is rejected; the model is told' },
    payload: { type: 'object', description: "an edited content to save instead of the preview's" },
    payload_sha256: { type: 'string', description: 'of what was shown; another is refused' },
  },
  required: ['approved'],
};
