import { JsonBlock } from '../../ui/json-block.js';
import type { TableDraft } from './api.js';
import { asTableConfig } from './table-columns.js';
import { TableView } from './table-view.js';
import { t } from './texts.js';

/** A table that is being changed, as far as it has come. */
export default function TableDraftView({ draft }: { draft: TableDraft }) {
  const config = asTableConfig(draft.config);
  return (
    <>
      {draft.changes.length > 0 && (
        <section>
          <h2>{t('Changed so far')}</h2>
          <ul>
            {draft.changes.map((change, index) => (
              <li key={index}>{change}</li>
            ))}
          </ul>
        </section>
      )}
      {config === undefined ? (
        <JsonBlock value={draft.config} label={t('The table as JSON')} />
      ) : (
        <TableView config={config} title={draft.name} heading="h2" />
      )}
    </>
  );
}
