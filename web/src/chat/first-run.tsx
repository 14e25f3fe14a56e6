import { useState } from 'react';
import { useInfo } from '../api/queries.js';
import { href } from '../shell/route.js';
import { rich, t } from '../texts/core.js';
import styles from './welcome.module.css';

const DISMISSED = 'sextant.first-run-dismissed';

/** What a first visitor should know: what this is, what can be tried, how it becomes their own. Dismissed for good. */
export function FirstRun() {
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
