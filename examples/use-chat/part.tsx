import type { UIMessage } from 'ai';

/** What decides on a preview. */
type Decide = (response: { id: string; approved: boolean; reason?: string }) => unknown;

/** One part of a message; parts that this page has nothing for are passed over. */
export function Part({ part, decide }: { part: UIMessage['parts'][number]; decide: Decide }) {
  if (part.type === 'text') return <p>{part.text}</p>;
  if (part.type === 'reasoning') {
    return (
      <details>
        <summary>Thinking</summary>
        {part.text}
      </details>
    );
  }
  if (part.type === 'source-url') return <a href={part.url}>{part.title}</a>;
  if (part.type === 'data-preview') return <Preview data={part.data as Shown} />;
  if (part.type !== 'dynamic-tool') return null;
  if (part.state === 'approval-requested') {
    const { id } = part.approval;
    return (
      <p>
        <button onClick={() => decide({ id, approved: true })}>Accept</button>
        <button onClick={() => decide({ id, approved: false, reason: 'Not like this' })}>
          Reject
        </button>
      </p>
    );
  }
  if (part.state === 'output-error') return <p role="alert">{part.errorText}</p>;
  return <p>{part.toolName.replaceAll('_', ' ')}</p>;
}

/** A preview, as far as this page shows it. */
interface Shown {
  description: string;
  state?: string;
}

function Preview({ data: { description, state = 'waiting' } }: { data: Shown }) {
  return (
    <section aria-label="Preview">
      <strong>{description}</strong> <em>{state}</em>
    </section>
  );
}
