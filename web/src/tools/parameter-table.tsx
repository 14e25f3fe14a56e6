import type { Parameter } from './parameters.js';
import { t } from '../texts/core.js';
import styles from './tool-card.module.css';

/** The parameters of a tool, one a row. */
export function ParameterTable({ parameters }: { parameters: readonly Parameter[] }) {
  return (
    <dl className={styles.parameters}>
      {parameters.map(({ path, type, required, description, allowed }) => (
        <div key={path}>
          <dt>
            <span className={styles.path}>{path}</span>
            <span className={styles.type}>{type}</span>
            {required && <span className="badge">{t('required')}</span>}
          </dt>
          <dd>
            {description}
            {allowed.length > 0 && (
              <span className={styles.allowed}>
                <span className="quiet">{t('One of')} </span>
                {allowed.map((value) => (
                  <code key={value}>{value}</code>
                ))}
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
