import { ChevronRight, Filter } from 'lucide-react';
import type {
  EventData,
  OfferedTool,
  FallbackReason,
  OfferReason,
} from '../../../src/agentloop/events.js';
import { duration } from '../ui/format.js';
import { Notice } from '../ui/notice.js';
import { t, number } from '../texts/texts.js';
import styles from './why-tools.module.css';

type Selection = EventData['tool_selection'];

/** Why the model was offered these tools: the way from all to the offered ones, and each with its reason and score. */
export default function WhyTools({ selections }: { selections: readonly Selection[] }) {
  const last = selections.at(-1);
  if (last === undefined) return null;
  const { counts, fallback_reason: fallback, unmet_words: unmet } = last;
  return (
    <details className={styles.why}>
      <summary>
        <Filter size={14} aria-hidden />
        <span>
          {t('{offered} of {all} tools offered', { offered: counts.offered, all: counts.all })}
        </span>
        {fallback !== undefined && <span className="badge warn">{t('not ranked')}</span>}
        <span className={styles.label}>{t('Why these tools')}</span>
        <ChevronRight size={14} aria-hidden className={styles.chevron} />
      </summary>
      <div className={`card ${styles.panel}`}>
        {fallback !== undefined && <p className={styles.fallback}>{FALLBACKS()[fallback]}</p>}
        <Unmet words={unmet} />
        <Funnel counts={counts} />
        <Offered tools={last.tools} />
        <p className="quiet small">{selectedIn(selections)}</p>
      </div>
    </details>
  );
}

function selectedIn(selections: readonly Selection[]): string {
  const inTime = { duration: duration(selections[0]?.elapsed_ms ?? 0) };
  if (selections.length < 2) return t('Selected in {duration}.', inTime);
  return t(
    'Selected in {duration}. The model asked for more tools once; this is the last selection. | Selected in {duration}. The model asked for more tools {n} times; this is the last selection.',
    { ...inTime, n: selections.length - 1 },
  );
}

/** The words that no tool knows; nothing where there are none. */
export function Unmet({ words = [] }: { words: Selection['unmet_words'] }) {
  if (words.length === 0) return null;
  const quoted = words.map((word) => t('“{value}”', { value: word })).join(', ');
  return <Notice tone="warn">{t('No tool of this agent knows {quoted}.', { quoted })}</Notice>;
}

/** The way from all tools to the offered ones, as bars. */
export function Funnel({ counts }: { counts: Selection['counts'] }) {
  const steps = [
    { label: t('All tools'), amount: counts.all },
    { label: t('Of this agent'), amount: counts.context },
    { label: t('Offered'), amount: counts.offered },
  ];
  return (
    <ol className={styles.funnel}>
      {steps.map(({ label, amount }) => (
        <li key={label}>
          <span>{label}</span>
          <Bar share={amount / Math.max(counts.all, 1)} />
          <span className={styles.number}>{amount}</span>
        </li>
      ))}
    </ol>
  );
}

function Offered({ tools }: { tools: readonly OfferedTool[] }) {
  const sorted = tools.toSorted((a, b) => (b.score ?? -1) - (a.score ?? -1));
  return (
    <table className={styles.tools}>
      <thead className="visually-hidden">
        <tr>
          <th>{t('Tool')}</th>
          <th>{t('Why')}</th>
          <th>{t('Score')}</th>
        </tr>
      </thead>
      <tbody>
        {sorted.map(({ name, source, score }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              <span className={`badge ${SOURCES()[source].tone}`} title={SOURCES()[source].meaning}>
                {SOURCES()[source].label}
              </span>
            </td>
            <td>
              <span className={styles.score}>
                <Bar share={scoreShare(score)} />
                <span className={styles.number}>
                  {score === undefined ? '–' : number(score, 2)}
                </span>
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A score as a share of a full match, not of the best: where none fits, no bar is long. */
export function scoreShare(score: number | undefined): number {
  return Math.min(Math.max(score ?? 0, 0), 1);
}

/** A share from 0 to 1 as a bar; the number stands beside it. */
export function Bar({ share }: { share: number }) {
  return (
    <span className={styles.bar} aria-hidden>
      <span style={{ width: `${(share * 100).toFixed(1)}%` }} />
    </span>
  );
}

/** How each reason for offering a tool is shown, and what it means. */
export const SOURCES = (): Readonly<
  Record<OfferReason, { label: string; tone: string; meaning: string }>
> => ({
  core: { label: t('core'), tone: '', meaning: t('Always offered to this agent') },
  ranked: {
    label: t('ranked'),
    tone: 'info',
    meaning: t('Among the best matches for the message'),
  },
  sticky: {
    label: t('from before'),
    tone: 'good',
    meaning: t('Used or offered earlier in the conversation'),
  },
  found: { label: t('found'), tone: 'good', meaning: t('The model asked for it with find_tools') },
  fallback: {
    label: t('fallback'),
    tone: 'warn',
    meaning: t('Offered because nothing was ranked'),
  },
});

/** Why nothing was ranked, in words. */
export const FALLBACKS = (): Readonly<Record<FallbackReason, string>> => ({
  no_embedder: t('The server has no embedder, so this agent’s tools are offered unranked.'),
  index_building: t(
    'The tool index was still being built, so this agent’s tools are offered unranked. Ask again in a moment.',
  ),
  index_failed: t(
    'The tool index could not be built, so this agent’s tools are offered unranked. The server will retry.',
  ),
  search_failed: t('The search for tools failed, so this agent’s tools are offered unranked.'),
});
