import { Compass, X } from 'lucide-react';
import { useHash } from './route.js';
import { forgetMove, useMoved } from './moved.js';
import { t } from '../texts/core.js';
import styles from './shell.module.css';

/** Over a view that an agent has brought the user to: why, and the way back. */
export function MovedBar() {
  const moved = useMoved();
  const hash = useHash();
  const isHere = moved !== undefined && hash === moved.to;
  return (
    <div role="status" className={styles.place}>
      {isHere && (
        <div className={styles.movedBar}>
          <Compass size={15} aria-hidden />
          <p>{t('The agent brought you here: {reason}', { reason: moved.reason })}</p>
          <a className="button" href={moved.back} onClick={forgetMove}>
            {t('Back to the chat')}
          </a>
          <button
            type="button"
            className="icon-button"
            aria-label={t('Stay here')}
            title={t('Stay here')}
            onClick={forgetMove}
          >
            <X size={15} aria-hidden />
          </button>
        </div>
      )}
    </div>
  );
}
