import { useEffect, useRef, useState } from 'react';
import { useInfo, useTools } from '../api/queries.js';
import { PageFrame } from '../ui/frames.js';
import { href, useRoute, navigate } from '../shell/route.js';
import { FailedQuery } from '../ui/notice.js';
import { t } from '../texts/texts.js';
import type { AgentInfo, ToolInfo } from '../api/client.js';
import { useSettled } from '../ui/hooks.js';
import { CheckView } from './check-view.js';
import { askedQuery, readAsked, type Asked } from './selection.js';
import { NO_FILTER } from './catalogue.js';
import { Catalogue } from './catalogue-list.js';
import { TrySentence } from './try-sentence.js';
import styles from './tools-page.module.css';

/** The workbench for people who write tools: the catalogue, a sentence to try, and the check of all examples. */
export default function ToolsPage() {
  const { path } = useRoute();
  const checking = path[0] === 'check';
  return (
    <PageFrame
      title={t('Tools')}
      about={
        checking
          ? t('Whether the examples of each tool find it.')
          : t('The tools a model can be offered, and which of them a sentence selects.')
      }
      actions={<Views checking={checking} />}
    >
      {checking ? <CheckView context={path[1]} /> : <LoadedWorkbench />}
    </PageFrame>
  );
}

function Views({ checking }: { checking: boolean }) {
  return (
    <nav aria-label={t('Parts of this view')} className={styles.views}>
      <a href={href('tools')} aria-current={checking ? undefined : 'page'}>
        {t('Catalogue')}
      </a>
      <a href={href('tools', ['check'])} aria-current={checking ? 'page' : undefined}>
        {t('Check')}
      </a>
    </nav>
  );
}

function LoadedWorkbench() {
  const tools = useTools();
  const info = useInfo();
  const { query } = useRoute();
  const failed = [tools, info].find(({ isError }) => isError);
  if (failed !== undefined) return <FailedQuery error={failed.error} again={failed.refetch} />;
  if (tools.data === undefined || info.data === undefined) {
    return (
      <p className="quiet small" role="status">
        {t('Loading the catalogue…')}
      </p>
    );
  }
  return <Workbench tools={tools.data.items} agents={info.data.agents} query={query} />;
}

/** The catalogue beside a sentence to try; what is tried stands in the address. */
function Workbench({
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
