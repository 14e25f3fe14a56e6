import { ExternalLink } from 'lucide-react';
import { isObject } from '../../../../src/foundation/json.js';
import type { TableConfig } from '../../../../src/platform/types.js';
import type { StoredPreview } from '../../api/client.js';
import { JsonBlock } from '../../ui/values.js';
import { Notice } from '../../ui/notice.js';
import type { ChangeViewProps } from '../../changes/change.js';
import { HiddenCharacters } from '../../changes/change-notes.js';
import { changesIn, type Change, type FieldChange } from './config-changes.js';
import { asTableConfig } from './table-columns.js';
import { TableView } from './table-view.js';
import { tableAddress, type LiveRows } from './api.js';
import { t } from './texts.js';
import styles from './table-view.module.css';

/**
 * The proposed table with live rows and, for a change, what differs from the stored one. While its body
 * is edited the edited one is drawn, with what is wrong with it at the columns it concerns.
 */
export default function TablePreview({ data, decision, draft }: ChangeViewProps) {
  const { stored } = decision;
  const body = draft?.value ?? stored?.payload;
  const config = asTableConfig(body === undefined ? data['config'] : body['config']);
  if (config === undefined) {
    return (
      <>
        <Notice tone="warn">{t('This cannot be drawn: it is not a table configuration.')}</Notice>
        <JsonBlock value={body ?? data['config']} label={t('The table as JSON')} />
      </>
    );
  }
  const diff = draft === undefined ? data['diff'] : undefined;
  const changes = changesIn(diff, config);
  return (
    <>
      <HiddenCharacters found={data.invisible_characters} />
      <SavedLink stored={stored} />
      {changes.length > 0 && (
        <section>
          <h3>{stored?.state === 'stale' ? t('What it would change now') : t('What changes')}</h3>
          <ChangeList changes={changes} />
        </section>
      )}
      <TableView
        config={config}
        title={titleOf(body?.['name'] ?? data['name'], config)}
        sample={sampleIn(data)}
        changes={changes}
        findings={draft?.findings ?? []}
        paused={isPaused(draft)}
      />
    </>
  );
}

function titleOf(name: unknown, config: TableConfig): string {
  return typeof name === 'string' ? name : config.title;
}

/** An edited body has rows once it is known to be valid. */
function isPaused(draft: ChangeViewProps['draft']): boolean {
  return draft !== undefined && (draft.checking || draft.findings.length > 0);
}

function SavedLink({ stored }: { stored: StoredPreview | undefined }) {
  const { id, name } = stored?.result ?? {};
  if (stored?.state !== 'accepted' || id === undefined) return null;
  return (
    <p>
      <a className="button" href={tableAddress(id)}>
        <ExternalLink size={14} aria-hidden />{' '}
        {t('Open “{name}” in the library', { name: name ?? id })}
      </a>
    </p>
  );
}

/** The rows that came with the event. */
function sampleIn(data: ChangeViewProps['data']): LiveRows | undefined {
  const { rows, total } = data;
  if (!Array.isArray(rows)) return undefined;
  const shown = rows.filter(isObject);
  return { rows: shown, total: typeof total === 'number' ? total : shown.length, notes: [] };
}

const KINDS = () =>
  ({
    added: { label: t('Added'), tone: 'good' },
    changed: { label: t('Changed'), tone: 'warn' },
    removed: { label: t('Removed'), tone: 'bad' },
  }) as const;

const PARTS = () =>
  ({
    table: t('Table'),
    columns: t('Column'),
    filters: t('Filter'),
    sorts: t('Order'),
    joins: t('Linked table'),
    settings: t('Setting'),
  }) as const;

/** What a change does, one line each, with before and after. */
function ChangeList({ changes }: { changes: readonly Change[] }) {
  return (
    <ul className={styles.changesList}>
      {changes.map((change) => (
        <li key={`${change.part} ${change.kind} ${change.name}`} className={styles.item}>
          <span className={`badge ${KINDS()[change.kind].tone}`}>{KINDS()[change.kind].label}</span>
          <div className={styles.words}>
            <p>
              <span className="quiet">{PARTS()[change.part]}</span>{' '}
              {change.kind === 'removed' ? <s>{change.title}</s> : <strong>{change.title}</strong>}
              {change.detail !== undefined && <span className="quiet"> {change.detail}</span>}
            </p>
            {change.fields.map((field) => (
              <Field key={field.field} field={field} />
            ))}
          </div>
        </li>
      ))}
    </ul>
  );
}

function Field({ field: { field, before, after } }: { field: FieldChange }) {
  return (
    <p className={styles.field}>
      {field !== '' && <span className="quiet">{field}: </span>}
      <del>
        <span className="visually-hidden">{t('before:')} </span>
        {before ?? t('none')}
      </del>{' '}
      <span aria-hidden>→</span>{' '}
      <ins>
        <span className="visually-hidden">{t('after:')} </span>
        {after ?? t('none')}
      </ins>
    </p>
  );
}
