import { Suspense, useState, type ReactNode } from 'react';
import { useInfo } from '../api/queries.js';
import type { AgentInfo } from '../api/client.js';
import { FailedQuery } from '../ui/notice.js';
import { t, rich, agentWords } from '../texts/texts.js';
import { href } from '../shell/route.js';
import type { Turn } from '../run/run-store.js';
import { subjectOf, AUTO, type Place } from './place.js';
import styles from './composer.module.css';

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
function AgentWelcome({
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

const DISMISSED = 'sextant.first-run-dismissed';

/** What a first visitor should know: what this is, what can be tried, how it becomes their own. Dismissed for good. */
function FirstRun() {
  const { data } = useInfo();
  const [hidden, setHidden] = useState(isDismissed);
  if (data === undefined || hidden) return null;
  const dismiss = () => {
    setHidden(true);
    try {
      localStorage.setItem(DISMISSED, 'yes');
    } catch {
      // Hidden until the page is loaded again.
    }
  };
  return (
    <section className={`card ${styles.card}`} aria-labelledby="first-run">
      <h3 id="first-run">{t('Welcome to Sextant')}</h3>
      <p>
        {t(
          'Sextant lets you work with a business system by writing to it: it finds, explains and proposes, and nothing is changed until you accept it.',
        )}{' '}
        {data.sample &&
          t(
            'The company you see is an invented sample, so try whatever you like: ask one of the questions below, change something, undo it.',
          )}
      </p>
      <details>
        <summary>{t('Connect your backend')}</summary>
        <p>
          {rich(
            'Add its OpenAPI document under {link}, or to the config file: docs/your-backend.md.',
            { link: <a href={href('sources')}>{t('Sources')}</a> },
          )}
        </p>
      </details>
      <button type="button" className="button" onClick={dismiss}>
        {t('Got it')}
      </button>
    </section>
  );
}

function isDismissed(): boolean {
  try {
    return localStorage.getItem(DISMISSED) === 'yes';
  } catch {
    return false;
  }
}

/** Sentences that are sent by one click. */
function Suggestions({
  sentences,
  onSend,
}: {
  sentences: readonly string[];
  onSend: (message: string) => void;
}) {
  if (sentences.length === 0) return null;
  return (
    <ul className={styles.suggestions} aria-label={t('Things to try')}>
      {sentences.map((sentence) => (
        <li key={sentence}>
          <button type="button" onClick={() => onSend(sentence)}>
            {sentence}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** What a chat with one thing open begins with: its name, what it is, and sentences about it. */
export function SubjectWelcome({
  name,
  about,
  sentences,
  onSend,
}: {
  name: string;
  about: ReactNode;
  sentences: readonly string[];
  onSend: (message: string) => void;
}) {
  return (
    <div className={styles.welcome}>
      <h2>{name}</h2>
      <div className="quiet">{about}</div>
      <Suggestions sentences={sentences} onSend={onSend} />
    </div>
  );
}

/** While the open thing is read nothing is shown; where it cannot be read, what the agent does. */
export function SubjectNotRead({
  failed,
  contextType,
  onSend,
}: {
  failed: boolean;
  contextType: string;
  onSend: (message: string) => void;
}) {
  return failed ? <AgentWelcome contextType={contextType} onSend={onSend} /> : null;
}

/** What can be asked instead, under an answer that is text alone: without a model that found no operation. */
export function NothingFits({ turn, onSend }: { turn: Turn; onSend: (message: string) => void }) {
  const { data } = useInfo();
  if (data === undefined || data.model.provider !== 'none') return null;
  const [selected] = turn.view.items.flatMap((item) => (item.kind === 'agent' ? [item.data] : []));
  const sentences = examplesFor(data.agents, selected?.agent ?? turn.request.context_type);
  if (sentences.length === 0) return null;
  return (
    <section>
      <p className="quiet small">{t('What can be asked here:')}</p>
      <Suggestions sentences={sentences} onSend={onSend} />
    </section>
  );
}
