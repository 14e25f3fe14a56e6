import { ArrowLeftRight, ArrowRight } from 'lucide-react';
import { ToolLink } from './tool-link.js';
import type { Shadow } from './wire.js';
import { t } from '../texts/core.js';
import styles from './check-list.module.css';

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
