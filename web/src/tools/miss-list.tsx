import { Play } from 'lucide-react';
import { href } from '../shell/route.js';
import { scoreText } from './numbers.js';
import { ToolLink } from './tool-link.js';
import type { Miss } from './wire.js';
import { t } from '../texts/core.js';
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
