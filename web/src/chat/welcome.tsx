import { useInfo } from '../api/queries.js';
import { FailedQuery } from '../ui/notice.js';
import styles from './welcome.module.css';

/** What a new conversation begins with: what the agent does, and sentences to try. */
export function Welcome({
  contextType,
  onSend,
}: {
  contextType: string;
  onSend: (message: string) => void;
}) {
  const info = useInfo();
  if (info.isError) return <FailedQuery error={info.error} again={info.refetch} />;
  const agent = info.data?.agents.find((one) => one.context_type === contextType);
  if (agent === undefined) return null;
  return (
    <div className={styles.welcome}>
      <h2>{agent.title}</h2>
      <p className="quiet">{agent.description}</p>
      <ul>
        {agent.examples.map((example) => (
          <li key={example}>
            <button type="button" onClick={() => onSend(example)}>
              {example}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
