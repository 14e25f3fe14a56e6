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

/** The header that names the protocol. */
export const UI_STREAM_HEADER = ['x-vercel-ai-ui-message-stream', 'v1'] as const;
