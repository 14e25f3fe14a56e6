import type {
  DataMessagePartProps,
  ReasoningMessagePartProps,
  TextMessagePart,
  ToolCallMessagePartProps,
} from '@assistant-ui/react';

/** What of a message this page shows, and how; data parts without a component here are passed over. */
export const parts = {
  Text: ({ text }: TextMessagePart) => <p>{text}</p>,
  Reasoning,
  data: { by_name: { preview: Preview } },
  tools: { Fallback: ToolCall },
};

function Reasoning({ text }: ReasoningMessagePartProps) {
  return (
    <details>
      <summary>Thinking</summary>
      {text}
    </details>
  );
}

/** A preview, as far as this page shows it. */
interface Shown {
  description: string;
  state?: string;
}

function Preview({ data: { description, state = 'waiting' } }: DataMessagePartProps<Shown>) {
  return (
    <section aria-label="Preview">
      <strong>{description}</strong> <em>{state}</em>
    </section>
  );
}

function ToolCall({
  toolName,
  approval,
  isError,
  result,
  respondToApproval,
}: ToolCallMessagePartProps) {
  if (approval !== undefined && approval.approved === undefined) {
    return (
      <p>
        <button onClick={() => void respondToApproval({ approved: true })}>Accept</button>
        <button
          onClick={() => void respondToApproval({ approved: false, reason: 'Not like this' })}
        >
          Reject
        </button>
      </p>
    );
  }
  if (isError === true) return <p role="alert">{String(result)}</p>;
  return <p>{toolName.replaceAll('_', ' ')}</p>;
}
