import { useState } from 'react';
import { Bar } from '../chat/why-tools.js';
import { ToolLink } from './tool-link.js';
import type { ToolShare } from './wire.js';
import { t } from '../texts/core.js';
import styles from './check-list.module.css';

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
