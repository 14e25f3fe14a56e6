import { Play, ArrowLeftRight, ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { href } from '../shell/route.js';
import { t } from '../texts/texts.js';
import { Bar } from '../chat/why-tools.js';
import { defined } from '../../../src/foundation/defined.js';
import { scoreText } from './selection.js';
import type { Miss, Shadow, ToolShare } from './queries.js';
import { ToolName } from './tool-card.js';
import styles from './check-list.module.css';

/** Examples that miss, each with what came before its tool; an example leads to where it can be tried. */
export function Misses({
  title,
  none,
  context,
  misses,
}: {
  title?: string;
  none?: string;
  context: string;
  misses: readonly Miss[];
}) {
  return (
    <section className={styles.section}>
      {title !== undefined && (
        <h3>
          {title} <span className="quiet">{misses.length}</span>
        </h3>
      )}
      {misses.length === 0 && <p className={styles.fine}>{none}</p>}
      {misses.length > 0 && (
        <ul className={`card ${styles.list}`}>
          {misses.map((miss) => (
            <MissRow key={`${miss.tool} ${miss.example}`} miss={miss} context={context} />
          ))}
        </ul>
      )}
    </section>
  );
}

function MissRow({ miss, context }: { miss: Miss; context: string }) {
  const { tool, example, rank, before } = miss;
  return (
    <li className={styles.miss}>
      <span className={`badge ${rank > 2 * before.length ? 'bad' : 'warn'}`}>
        <span className="visually-hidden">{t('rank')} </span>#{rank}
      </span>
      <div>
        <a className={styles.example} href={href('tools', [], { context, q: example })}>
          <Play size={12} aria-hidden />
          <span>{example}</span>
        </a>
        <p>
          <span className="quiet">{t('should find')}</span>{' '}
          <ToolLink name={tool} context={context} />{' '}
          <span className={styles.score}>{scoreText(miss.score)}</span>
        </p>
      </div>
      <p className={styles.before}>
        <span className="quiet">{t('before it')}</span>{' '}
        {before.slice(0, 3).map(({ name, score }) => (
          <span key={name} className={styles.other}>
            <ToolLink name={name} context={context} />{' '}
            <span className={styles.score}>{scoreText(score)}</span>
          </span>
        ))}
      </p>
    </li>
  );
}

/** Pairs of tools that rank first for each other's examples. */
export function Shadows({ shadows }: { shadows: readonly Shadow[] }) {
  return (
    <section className={styles.section}>
      <h3>
        {t('Competing pairs')} <span className="quiet">{shadows.length}</span>
      </h3>
      {shadows.length === 0 && <p className={styles.fine}>{t('No two tools compete.')}</p>}
      {shadows.length > 0 && (
        <ul className={`card ${styles.list}`}>
          {shadows.map((shadow) => (
            <ShadowRow key={shadow.tools.join(' ')} shadow={shadow} />
          ))}
        </ul>
      )}
    </section>
  );
}

function ShadowRow({ shadow }: { shadow: Shadow }) {
  const { tools, counts, mutual } = shadow;
  // The one that loses its examples stands first, so that the arrow says who gets them.
  const turned = counts[1] > counts[0];
  const [loser, winner] = turned ? [tools[1], tools[0]] : tools;
  const [lost, won] = turned ? [counts[1], counts[0]] : counts;
  const Arrow = mutual ? ArrowLeftRight : ArrowRight;
  return (
    <li>
      <p className={styles.pair}>
        <ToolLink name={loser} />
        <Arrow size={14} role="img" aria-label={mutual ? t('and') : t('loses to')} />
        <ToolLink name={winner} />
      </p>
      <p className="quiet small">
        {t(
          '{n} example of the first goes to the second | {n} examples of the first go to the second',
          { n: lost },
        )}
        {mutual && t(', {won} in the other direction', { won })}
      </p>
    </li>
  );
}

const SHOWN = 12;

/** How many of each tool's examples find it, the worst first. */
export function ToolShares({ tools }: { tools: readonly ToolShare[] }) {
  const [all, setAll] = useState(false);
  const rows = all ? tools : tools.slice(0, SHOWN);
  return (
    <section className={styles.section}>
      <h3>{t('Each tool')}</h3>
      <div className={`card ${styles.list}`}>
        <table className={styles.shares}>
          <thead>
            <tr>
              <th scope="col">{t('Tool')}</th>
              <th scope="col">{t('Found')}</th>
              <th scope="col">{t('First')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((tool) => (
              <ShareRow key={tool.name} tool={tool} />
            ))}
          </tbody>
        </table>
      </div>
      {tools.length > SHOWN && (
        <button
          type="button"
          className={`button quiet ${styles.more}`}
          onClick={() => setAll(!all)}
        >
          {all ? t('Worst only') : t('All {n} tools', { n: tools.length })}
        </button>
      )}
    </section>
  );
}

function ShareRow({ tool }: { tool: ToolShare }) {
  const { name, examples, found, first, always_offered: always } = tool;
  return (
    <tr>
      <th scope="row">
        <ToolLink name={name} />
        {always && (
          <span className="badge" title={t('Offered for every message')}>
            {t('core')}
          </span>
        )}
      </th>
      {examples === 0 ? (
        <td colSpan={2} className="quiet">
          {t('no examples')}
        </td>
      ) : (
        <>
          <td>
            <span className={styles.share}>
              <Bar share={found / examples} />
              <span className={styles.score}>
                {found}/{examples}
              </span>
            </span>
          </td>
          <td className={styles.score}>{first}</td>
        </>
      )}
    </tr>
  );
}

/** A tool's name that leads to it in the catalogue. */
function ToolLink({ name, context }: { name: string; context?: string }) {
  const query = { ...defined({ context }), tool: name };
  return (
    <a className={styles.tool} href={href('tools', [], query)}>
      <ToolName name={name} />
    </a>
  );
}
