import { JsonBlock } from '../../ui/values.js';
import { DetailFrame, DetailNotRead, ChangesOf, ExportJson } from '../../library/detail-frame.js';
import { ContinueInChat, When } from '../../ui/item-list.js';
import { ProposeButton, ProposeNameButton } from '../../library/propose-button.js';
import { asTableConfig } from './table-columns.js';
import { sourceName } from './sentences.js';
import { TableView } from './table-view.js';
import { chatWithTable, TABLE_CHANGE, useTable, type TableDraft } from './api.js';
import { t } from './texts.js';

/** A stored table on live rows. */
export default function TablePage({ id }: { id: string }) {
  const asked = useTable(id);
  const { data: table } = asked;
  if (table === undefined) return <DetailNotRead list="tables" title={t('Table')} asked={asked} />;
  const config = asTableConfig(table.config);
  return (
    <DetailFrame
      list="tables"
      title={table.name}
      about={table.description}
      facts={[
        ...(config === undefined ? [] : [<span className="mono">{sourceName(config)}</span>]),
        t('version {version}', { version: table.version }),
        <When at={table.updated_at} done={t('changed')} />,
        ...(table.is_system ? [t('built in')] : []),
      ]}
      actions={
        <>
          <TableActions id={id} name={table.name} />
          <ExportJson name={table.name} value={table} />
          <ContinueInChat to={chatWithTable(id)} name={table.name} />
        </>
      }
    >
      {config === undefined ? (
        <JsonBlock value={table.config} label={t('The table as JSON')} />
      ) : (
        <TableView config={config} title={table.name} heading="h2" />
      )}
      <ChangesOf id={id} />
    </DetailFrame>
  );
}

/** What changes a table: each is a preview. */
function TableActions({ id, name }: { id: string; name: string }) {
  const wish = (action: string) => ({ kind: TABLE_CHANGE, action, target_id: id });
  return (
    <>
      <ProposeButton wish={wish('edit')} name={name}>
        {t('Edit')}
      </ProposeButton>
      <ProposeNameButton wish={wish('rename')} name={name} first={name}>
        {t('Rename')}
      </ProposeNameButton>
      <ProposeNameButton wish={wish('duplicate')} name={name} first={t('{name} (copy)', { name })}>
        {t('Duplicate')}
      </ProposeNameButton>
      <ProposeButton wish={wish('delete')} name={name}>
        {t('Delete')}
      </ProposeButton>
    </>
  );
}

/** A table that is being changed, as far as it has come. */
export function TableDraftView({ draft }: { draft: TableDraft }) {
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
