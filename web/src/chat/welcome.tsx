import { useInfo } from '../api/queries.js';
import type { AgentInfo } from '../api/types.js';
import { FailedQuery } from '../ui/notice.js';
import { FirstRun } from './first-run.js';
import { AUTO } from './place.js';
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
  const agents = info.data?.agents ?? [];
  const agent = contextType === AUTO ? anyOf(agents) : agents.find(isNamed(contextType));
  if (agent === undefined) return null;
  return (
    <div className={styles.welcome}>
      <h2>{agent.title}</h2>
      <p className="quiet">{agent.description}</p>
      {contextType === AUTO && <FirstRun />}
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

function isNamed(contextType: string) {
  return (agent: AgentInfo): boolean => agent.context_type === contextType;
}

/** All agents as one: what they are, and a sentence for each. */
function anyOf(
  agents: readonly AgentInfo[],
): Pick<AgentInfo, 'title' | 'description' | 'examples'> {
  return {
    title: 'What can I do for you?',
    description: `Just write: each message goes to the agent it is for. There are ${agents.map(({ title }) => title).join(', ')}.`,
    examples: agents.flatMap(({ examples }) => examples.slice(0, 1)),
  };
}
