import { isObject, type JsonObject } from '../../../../src/foundation/json.js';
import { readConditions } from './rule.js';
import { title } from '../../ui/value-words.js';
import { conditionWords } from './rule-labels.js';
import { t } from './texts.js';
import styles from './inspector.module.css';

/** A step's settings as names and values; conditions are read as sentences. */
export function ConfigList({ config }: { config: JsonObject }) {
  const entries = Object.entries(config);
  if (entries.length === 0) return <p className="quiet small">{t('No settings.')}</p>;
  return (
    <dl className={styles.list}>
      {entries.map(([key, value]) => (
        <div key={key}>
          <dt>{title(key)}</dt>
          <dd>
            <Value name={key} value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ name, value }: { name: string; value: unknown }) {
  if (value === null || value === '') return <span className="quiet">{t('empty')}</span>;
  if (typeof value === 'boolean') return value ? t('yes') : t('no');
  if (name.endsWith('conditions') && Array.isArray(value)) {
    return <Lines lines={readConditions(value).map(conditionWords)} />;
  }
  if (Array.isArray(value)) return <ListValue list={value} />;
  if (isObject(value)) return <ConfigList config={value} />;
  return <Plain value={value} />;
}

function ListValue({ list }: { list: readonly unknown[] }) {
  if (list.length === 0) return <span className="quiet">{t('none')}</span>;
  return (
    <ul>
      {list.map((item, at) => (
        <li key={at}>{isObject(item) ? <ConfigList config={item} /> : <Plain value={item} />}</li>
      ))}
    </ul>
  );
}

/** Sentences one below the other. */
export function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul>
      {lines.map((line, at) => (
        <li key={at}>{line}</li>
      ))}
    </ul>
  );
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function Plain({ value }: { value: unknown }) {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return <span className={UUID.test(text) ? 'mono' : styles.text}>{text}</span>;
}
