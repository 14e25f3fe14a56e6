import { ExternalLink } from 'lucide-react';
import { isObject, type JsonObject } from '../../../../src/foundation/json.js';
import type { TableConfig } from '../../../../src/platform/types.js';
import type { StoredPreview } from '../../api/types.js';
import { changesIn } from './config-changes.js';
import { ChangeList } from './change-list.js';
import { asTableConfig } from './table-columns.js';
import { TableView } from './table-view.js';
import { JsonBlock } from '../../ui/json-block.js';
import { Notice } from '../../ui/notice.js';
import type { ChangeViewProps } from '../../changes/change.js';
import { HiddenCharacters } from '../../changes/hidden-characters.js';
import { tableAddress } from './addresses.js';
import type { LiveRows } from './api.js';
import { t } from './texts.js';

/**
 * The proposed table with live rows and, for a change, what differs from the stored one. While its body
 * is edited the edited one is drawn, with what is wrong with it at the columns it concerns.
 */
export default function TablePreview({ data, decision, draft }: ChangeViewProps) {
  const { stored } = decision;
  const body = draft?.value ?? bodyOf(stored);
  const config = asTableConfig(body === undefined ? data['config'] : body['config']);
  if (config === undefined) {
    return (
      <>
        <Notice tone="warn">{t('This cannot be drawn: it is not a table configuration.')}</Notice>
        <JsonBlock value={body ?? data['config']} label={t('The table as JSON')} />
      </>
    );
  }
  const diff = draft === undefined ? (stored?.diff ?? data['diff']) : undefined;
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

/** What was sent, where the user has edited it, else what is shown. */
function bodyOf(stored: StoredPreview | undefined): JsonObject | undefined {
  if (stored?.edited_text === undefined) return stored?.payload;
  return JSON.parse(stored.edited_text) as JsonObject;
}

/** The rows that came with the event. */
function sampleIn(data: ChangeViewProps['data']): LiveRows | undefined {
  const { rows, total } = data;
  if (!Array.isArray(rows)) return undefined;
  const shown = rows.filter(isObject);
  return { rows: shown, total: typeof total === 'number' ? total : shown.length, notes: [] };
}
