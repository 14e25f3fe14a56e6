import { Suspense } from 'react';
import { useInfo } from '../api/queries.js';
import type { AgentInfo } from '../api/types.js';
import { FailedQuery } from '../ui/notice.js';
import { subjectOf } from './contexts.js';
import { FirstRun } from './first-run.js';
import { AUTO, type Place } from './place.js';
import { Suggestions } from './suggestions.js';
import { t } from '../texts/core.js';
import { agentWords } from '../texts/texts.js';
import styles from './welcome.module.css';

/** What a new conversation begins with: what is open or what the agent does, and sentences to try. */
export function Welcome({ place, onSend }: { place: Place; onSend: (message: string) => void }) {
  const About = subjectOf(place.contextType)?.Welcome;
  if (About === undefined || place.subjectId === '') {
    return <AgentWelcome contextType={place.contextType} onSend={onSend} />;
  }
  return (
    <Suspense>
      <About id={place.subjectId} onSend={onSend} />
    </Suspense>
  );
}

/** What the agent does, and sentences to try. */
export function AgentWelcome({
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
      <p className="quiet">{agentWords(agent.description)}</p>
      {contextType === AUTO && <FirstRun />}
      <Suggestions sentences={agent.examples.map(agentWords)} onSend={onSend} />
    </div>
  );
}

/** Sentences to try with an agent, or with all of them. */
export function examplesFor(agents: readonly AgentInfo[], contextType: string): string[] {
  const agent = contextType === AUTO ? anyOf(agents) : agents.find(isNamed(contextType));
  return agent?.examples.map(agentWords) ?? [];
}

function isNamed(contextType: string) {
  return (agent: AgentInfo): boolean => agent.context_type === contextType;
}

/** All agents as one: what they are, and a sentence for each. */
function anyOf(
  agents: readonly AgentInfo[],
): Pick<AgentInfo, 'title' | 'description' | 'examples'> {
  return {
    title: t('What can I do for you?'),
    description: t('Just write: each message goes to the agent it is for. There are {agents}.', {
      agents: agents.map(({ title }) => title).join(', '),
    }),
    examples: agents.flatMap(({ examples }) => examples.slice(0, 1)),
  };
}
