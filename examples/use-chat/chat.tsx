import { useChat } from '@ai-sdk/react';
import { DefaultChatTransport, lastAssistantMessageIsCompleteWithApprovalResponses } from 'ai';
import { useEffect, useState, type FormEvent } from 'react';
import { keepChat, keptChat } from './kept-chat.ts';
import { Part } from './part.tsx';
import { body, headers, server } from './settings.ts';

const kept = keptChat();

/** A chat with previews that are approved, a stop button, and answers that survive a reload. */
export function Chat() {
  const [text, setText] = useState('');
  const { messages, sendMessage, status, error, regenerate, addToolApprovalResponse } = useChat({
    ...kept,
    resume: true,
    transport: new DefaultChatTransport({ api: `${server}/api/ai/chat`, headers, body }),
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
  });
  useEffect(() => keepChat(kept.id, messages), [messages]);

  const isBusy = status === 'submitted' || status === 'streaming';
  const ask = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '' || isBusy) return;
    void sendMessage({ text });
    setText('');
  };
  // Leaving the stream would not end the run.
  const stop = () => {
    const runId = messages.at(-1)?.id ?? '';
    void fetch(`${server}/v1/agent/runs/${runId}/cancel`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{}',
    });
  };
  return (
    <main>
      <div role="log">
        {messages.map((message) => (
          <article key={message.id} aria-label={message.role}>
            {message.parts.map((part, index) => (
              <Part key={index} part={part} decide={addToolApprovalResponse} />
            ))}
          </article>
        ))}
      </div>
      {error !== undefined && <p role="alert">{error.message}</p>}
      <form onSubmit={ask}>
        <input
          aria-label="Message"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <button type="submit" disabled={isBusy}>
          Send
        </button>
        <button type="button" disabled={!isBusy} onClick={stop}>
          Stop
        </button>
        <button type="button" disabled={isBusy} onClick={() => void regenerate()}>
          Again
        </button>
      </form>
    </main>
  );
}
