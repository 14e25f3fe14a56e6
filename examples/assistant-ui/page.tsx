import {
  AssistantRuntimeProvider,
  ComposerPrimitive,
  ErrorPrimitive,
  MessagePrimitive,
  ThreadPrimitive,
  useAuiState,
} from '@assistant-ui/react';
import { AssistantChatTransport, useChatRuntime } from '@assistant-ui/react-ai-sdk';
import { lastAssistantMessageIsCompleteWithApprovalResponses } from 'ai';
import { parts } from './parts.tsx';
import { body, headers, server } from './settings.ts';

const transport = new AssistantChatTransport({ api: `${server}/api/ai/v7/chat`, headers, body });

/** A thread of assistant-ui: answers, tool calls, previews that are approved, and Stop. */
export function Page() {
  const runtime = useChatRuntime({
    transport,
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
  });
  return (
    <AssistantRuntimeProvider runtime={runtime}>
      <ThreadPrimitive.Root>
        <ThreadPrimitive.Viewport role="log">
          <ThreadPrimitive.Messages
            components={{ UserMessage: Message, AssistantMessage: Message }}
          />
        </ThreadPrimitive.Viewport>
        <ComposerPrimitive.Root>
          <ComposerPrimitive.Input aria-label="Message" />
          <ComposerPrimitive.Send>Send</ComposerPrimitive.Send>
          <Stop />
        </ComposerPrimitive.Root>
      </ThreadPrimitive.Root>
    </AssistantRuntimeProvider>
  );
}

function Message() {
  return (
    <MessagePrimitive.Root>
      <MessagePrimitive.Parts components={parts} />
      <MessagePrimitive.Error>
        <ErrorPrimitive.Root role="alert">
          <ErrorPrimitive.Message />
        </ErrorPrimitive.Root>
      </MessagePrimitive.Error>
    </MessagePrimitive.Root>
  );
}

/** Leaving the stream would not end the run, whose id is the message's. */
function Stop() {
  const runId = useAuiState(({ thread }) => thread.messages.at(-1)?.id ?? '');
  const cancel = () => {
    void fetch(`${server}/v1/agent/runs/${runId}/cancel`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{}',
    });
  };
  return <ComposerPrimitive.Cancel onClick={cancel}>Stop</ComposerPrimitive.Cancel>;
}
