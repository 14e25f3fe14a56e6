import { useEffect } from 'react';
import type { AgentInfo, ToolInfo } from '../api/client.js';
import {
  EFFECTS,
  filterTools,
  groupTitle,
  NO_FILTER,
  sectionsOf,
  type Filter,
} from './catalogue.js';
import { anchorOf, ToolCard } from './tool-card.js';
import { SearchField } from '../ui/controls.js';
import { t } from '../texts/texts.js';
import styles from './tools-page.module.css';

/** What is listed, and who is told. */
interface Props {
  tools: readonly ToolInfo[];
  agents: readonly AgentInfo[];
  filter: Filter;
  onFilter: (next: Filter) => void;
  /** The tool to open and go to; a new object goes there again. */
  shown: { name: string };
  onTry: (tool: ToolInfo, example: string) => void;
}

/** All tools under the contexts that have them, with a search. */
export function Catalogue({ tools, agents, filter, onFilter, shown, onTry }: Props) {
  const left = filterTools(tools, filter);
  useEffect(() => {
    goTo(shown.name);
  }, [shown]);
  return (
    <section className={styles.catalogue} aria-label={t('Catalogue')}>
      <FilterBar tools={tools} agents={agents} filter={filter} onFilter={onFilter} />
      <p className="quiet small" role="status">
        {left.length === tools.length
          ? t('{n} tool | {n} tools', { n: tools.length })
          : t('{n} of {count}', {
              n: left.length,
              count: t('{n} tool | {n} tools', { n: tools.length }),
            })}
      </p>
      {left.length === 0 && (
        <div className={styles.none}>
          <p>{t('No tool matches these words.')}</p>
          <button type="button" className="button" onClick={() => onFilter(NO_FILTER)}>
            {t('Show all')}
          </button>
        </div>
      )}
      {sectionsOf(left, agents).map(({ key, title, tools: inside }) => (
        <section key={key} className={styles.section} aria-label={title}>
          <h2>
            {title} <span className="quiet small">{inside.length}</span>
          </h2>
          <div className={`card ${styles.list}`}>
            {inside.map((tool) => (
              <ToolCard key={tool.name} tool={tool} onTry={onTry} />
            ))}
          </div>
        </section>
      ))}
    </section>
  );
}

/** Opens a tool's card and moves there, with the focus: who follows a name by keyboard continues from it. */
function goTo(name: string): void {
  const card = document.getElementById(anchorOf(name));
  if (!(card instanceof HTMLDetailsElement)) return;
  card.open = true;
  card.scrollIntoView({ block: 'start' });
  card.querySelector('summary')?.focus({ preventScroll: true });
}

function FilterBar({ tools, agents, filter, onFilter }: Omit<Props, 'shown' | 'onTry'>) {
  const groups = [...new Set(tools.flatMap((tool) => tool.groups))];
  return (
    <div className={styles.filter} role="search" aria-label={t('Tools')}>
      <SearchField
        label={t('Search the tools')}
        hint={t('Search the tools')}
        value={filter.text}
        onChange={(text) => onFilter({ ...filter, text })}
      />
      <select
        className="field"
        aria-label={t('Context')}
        value={filter.group}
        onChange={(event) => onFilter({ ...filter, group: event.target.value })}
      >
        <option value="all">{t('Every context')}</option>
        {groups.map((group) => (
          <option key={group} value={group}>
            {groupTitle(group, agents)}
          </option>
        ))}
      </select>
      <select
        className="field"
        aria-label={t('Effect')}
        value={filter.effect}
        onChange={(event) =>
          onFilter({ ...filter, effect: event.target.value as Filter['effect'] })
        }
      >
        <option value="all">{t('Any effect')}</option>
        {Object.entries(EFFECTS()).map(([effect, { label }]) => (
          <option key={effect} value={effect}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}
