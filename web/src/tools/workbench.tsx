import { useEffect, useRef, useState } from 'react';
import type { AgentInfo, ToolInfo } from '../api/types.js';
import { href, navigate } from '../shell/route.js';
import { useSettled } from '../ui/use-settled.js';
import { askedQuery, readAsked, type Asked } from './asked.js';
import { NO_FILTER } from './catalogue.js';
import { Catalogue } from './catalogue-list.js';
import { TrySentence } from './try-sentence.js';
import styles from './tools-page.module.css';

/** The catalogue beside a sentence to try; what is tried stands in the address. */
export function Workbench({
  tools,
  agents,
  query,
}: {
  tools: readonly ToolInfo[];
  agents: readonly AgentInfo[];
  query: URLSearchParams;
}) {
  const contexts = agents.map(({ context_type }) => context_type);
  const { draft, asked, write, ask } = useAsked(query, contexts);
  const [filter, setFilter] = useState(NO_FILTER);
  const [shown, setShown] = useState(() => ({ name: query.get('tool') ?? '' }));
  const form = useRef<HTMLDivElement>(null);
  const tryExample = (tool: ToolInfo, example: string) => {
    const contextType = tool.groups.includes(draft.contextType)
      ? draft.contextType
      : (contexts.find((context) => tool.groups.includes(context)) ?? draft.contextType);
    ask({ ...draft, contextType, sentence: example, earlier: '' });
    form.current?.scrollIntoView({ block: 'nearest' });
  };
  const show = (name: string) => {
    setFilter(NO_FILTER);
    setShown({ name });
  };
  return (
    <div className={styles.columns}>
      <div ref={form} className={styles.bench}>
        <TrySentence
          agents={agents}
          known={new Set(tools.map(({ name }) => name))}
          draft={draft}
          asked={asked}
          onDraft={write}
          onAsk={ask}
          onShow={show}
        />
      </div>
      <Catalogue
        tools={tools}
        agents={agents}
        filter={filter}
        onFilter={setFilter}
        shown={shown}
        onTry={tryExample}
      />
    </div>
  );
}

/** What is written, what of it is asked (once the user stops typing, or at once), and the address that says so. */
function useAsked(query: URLSearchParams, contexts: readonly string[]) {
  const [draft, write] = useState(() => readAsked(query, contexts));
  const [atOnce, setAtOnce] = useState(draft);
  const settled = useSettled(draft, 400);
  const asked = draft === atOnce ? draft : settled;
  useEffect(() => {
    navigate(href('tools', [], askedQuery(asked)), { replace: true });
  }, [asked]);
  const ask = (next: Asked) => {
    write(next);
    setAtOnce(next);
  };
  return { draft, asked, write, ask };
}
