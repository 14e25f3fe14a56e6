import { writeJson } from '../../../foundation/exact-json.js';
import type { AgentEvent, Citation, EventData } from '../../../agentloop/events.js';
import { previewIn, type ShownPreview } from '../preview-event.js';
import { dataFrame, DONE_FRAME, type Rendering } from '../rendering.js';

export type AiSdkMajor = 5 | 6 | 7;

type Written = 'text' | 'reasoning';

/** A run as a UI message stream, in one step: clients send approvals back for the last step's calls only. */
export class UiRendering implements Rendering {
  private pieces = 0;
  private writing: { kind: Written; id: string } | undefined;
  private readonly open = new Set<string>();
  private readonly asked = new Set<string>();

  /** `decided` is shown first: what became of approvals that came with the message. */
  constructor(
    private readonly major: AiSdkMajor,
    private readonly decided: readonly UiPart[] = [],
  ) {}

  event(event: AgentEvent): string {
    const parts = this.partsOf(event);
    const isLast = event.type === 'message_complete' || event.type === 'error';
    return parts.map(dataFrame).join('') + (isLast ? DONE_FRAME : '');
  }

  broken(code: string, message: string): string {
    return this.event({
      type: 'error',
      data: { code: code as EventData['error']['code'], message, retryable: true },
    });
  }

  private partsOf(event: AgentEvent): UiPart[] {
    if (event.type === 'content_chunk') return this.piece('text', event.data.chunk);
    if (event.type === 'thinking_chunk') return this.piece('reasoning', event.data.chunk);
    return [...this.endPiece(), ...this.other(event)];
  }

  private other(
    event: Exclude<AgentEvent, { type: 'content_chunk' | 'thinking_chunk' }>,
  ): UiPart[] {
    switch (event.type) {
      case 'run_start':
        return [...start(event.data), ...this.decided];
      case 'agent_selected':
        return [{ type: 'data-agent', id: 'agent', data: event.data }];
      case 'message_start':
        return [];
      case 'indexing':
        return [{ type: 'data-indexing', id: 'indexing', data: event.data }];
      case 'tool_selection':
        return [{ type: 'data-selection', id: `selection-${event.data.turn}`, data: event.data }];
      case 'tool_call_start':
        return this.call(event.data);
      case 'tool_call_result':
        return this.result(event.data);
      case 'reasoning_step':
        return [{ type: 'data-step', data: event.data }];
      case 'citation':
        return [source(event.data)];
      case 'ui_action':
        // A move of the page happens once: it is no part of the message.
        return [{ type: 'data-ui-action', data: event.data, transient: true }];
      case 'phase':
        return [{ type: 'data-phase', id: `phase-${event.data.phase}`, data: event.data }];
      case 'checkpoint':
        return [{ type: 'data-checkpoint', id: event.data.checkpoint_id, data: event.data }];
      case 'operation_form':
        return [{ type: 'data-form', id: event.data.form_id, data: event.data }];
      case 'plugin_event':
        return this.plugin(event);
      case 'error':
        return this.failed(event.data);
      case 'message_complete':
        return finish(finishReasons[event.data.finish_reason] ?? 'other', event.data);
      default:
        return event satisfies never;
    }
  }

  private piece(kind: Written, delta: string): UiPart[] {
    if (delta === '') return [];
    if (this.writing?.kind === kind) return [{ type: `${kind}-delta`, id: this.writing.id, delta }];
    const end = this.endPiece();
    this.pieces += 1;
    const id = `${kind}-${this.pieces}`;
    this.writing = { kind, id };
    return [...end, { type: `${kind}-start`, id }, { type: `${kind}-delta`, id, delta }];
  }

  private endPiece(): UiPart[] {
    if (this.writing === undefined) return [];
    const { kind, id } = this.writing;
    this.writing = undefined;
    return [{ type: `${kind}-end`, id }];
  }

  private call({ tool_use_id: toolCallId, name, input }: EventData['tool_call_start']): UiPart[] {
    this.open.add(toolCallId);
    return [{ type: 'tool-input-available', toolCallId, toolName: name, input, dynamic: true }];
  }

  private result(data: EventData['tool_call_result']): UiPart[] {
    const { tool_use_id: toolCallId, name, is_error: isError, result } = data;
    // A client refuses the result of a call that it has not seen.
    const call = this.open.has(toolCallId)
      ? []
      : this.call({ tool_use_id: toolCallId, name, input: {} });
    this.open.delete(toolCallId);
    // The result would end the question to the user; what the user decides is the result.
    if (this.asked.has(toolCallId)) return call;
    const part: UiPart = isError
      ? {
          type: 'tool-output-error',
          toolCallId,
          errorText: writeJson(result) ?? '',
          dynamic: true,
        }
      : { type: 'tool-output-available', toolCallId, output: result ?? null, dynamic: true };
    return [...call, part];
  }

  private plugin(event: Extract<AgentEvent, { type: 'plugin_event' }>): UiPart[] {
    const preview = previewIn(event);
    if (preview === undefined) return [{ type: `data-${event.name}`, data: event.data }];
    const shown: UiPart = { type: 'data-preview', id: preview.preview_id, data: preview };
    // To version 5 an approval is an unknown part, which ends its stream.
    return this.major >= 6 && this.open.has(preview.tool_use_id)
      ? [shown, this.ask(preview)]
      : [shown];
  }

  private ask(preview: ShownPreview): UiPart {
    const { preview_id, tool_use_id, payload_sha256, expires_at } = preview;
    this.asked.add(tool_use_id);
    return {
      type: 'tool-approval-request',
      approvalId: preview_id,
      toolCallId: tool_use_id,
      approvalDescriptor: { payload_sha256, expires_at },
    };
  }

  private failed(error: EventData['error']): UiPart[] {
    const unanswered = [...this.open].filter((id) => !this.asked.has(id));
    const last: UiPart[] =
      error.code === 'cancelled'
        ? [{ type: 'abort', reason: error.message }]
        : [{ type: 'error', errorText: error.message }];
    return [
      ...unanswered.map(neverAnswered),
      { type: 'data-error', data: error },
      ...last,
      ...finish('error'),
    ];
  }
}

function start({ run_id, conversation_id, context_type }: EventData['run_start']): UiPart[] {
  return [
    {
      type: 'start',
      messageId: run_id,
      messageMetadata: { run_id, conversation_id, context_type },
    },
    { type: 'start-step' },
  ];
}

const finishReasons: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'tool-calls',
  safety: 'content-filter',
};

function finish(finishReason: FinishReason, messageMetadata?: object): UiPart[] {
  const last = { type: 'finish' as const, finishReason };
  return [{ type: 'finish-step' }, messageMetadata ? { ...last, messageMetadata } : last];
}

function neverAnswered(toolCallId: string): UiPart {
  const errorText = 'The run ended before this call was answered.';
  return { type: 'tool-output-error', toolCallId, errorText, dynamic: true };
}

function source(citation: Citation): UiPart {
  const { title } = citation;
  const sourceId = `citation-${citation.number}`;
  const providerMetadata = { sextant: citation };
  return 'url' in citation
    ? { type: 'source-url', sourceId, url: citation.url, title, providerMetadata }
    : { type: 'source-document', sourceId, mediaType: 'text/plain', title, providerMetadata };
}

/** The part types of the UI message stream that are sent here; an unknown one would end the client's stream. */
export type UiPart =
  | { type: 'start'; messageId?: string; messageMetadata?: object }
  | { type: 'start-step' | 'finish-step' }
  | { type: 'text-start' | 'text-end' | 'reasoning-start' | 'reasoning-end'; id: string }
  | { type: 'text-delta' | 'reasoning-delta'; id: string; delta: string }
  | {
      type: 'tool-input-available';
      toolCallId: string;
      toolName: string;
      input: unknown;
      dynamic: true;
    }
  | { type: 'tool-output-available'; toolCallId: string; output: unknown; dynamic: true }
  | { type: 'tool-output-error'; toolCallId: string; errorText: string; dynamic: true }
  | { type: 'tool-output-denied'; toolCallId: string }
  | {
      type: 'tool-approval-request';
      approvalId: string;
      toolCallId: string;
      approvalDescriptor: object;
    }
  | { type: 'source-url'; sourceId: string; url: string; title: string; providerMetadata: object }
  | {
      type: 'source-document';
      sourceId: string;
      mediaType: string;
      title: string;
      providerMetadata: object;
    }
  | { type: `data-${string}`; id?: string; data: unknown; transient?: true }
  | { type: 'error'; errorText: string }
  | { type: 'abort'; reason: string }
  | { type: 'finish'; finishReason: FinishReason; messageMetadata?: object };

/** The reasons that every major knows. */
export type FinishReason = 'stop' | 'length' | 'content-filter' | 'tool-calls' | 'error' | 'other';

export const UI_STREAM_HEADER = ['x-vercel-ai-ui-message-stream', 'v1'] as const;
