import { useLibraryTable } from '../../api/library.js';
import { asTableConfig } from './table-columns.js';
import { sourceName } from './sentences.js';
import { TableView } from './table-view.js';
import { JsonBlock } from '../../ui/json-block.js';
import { FailedQuery } from '../../ui/notice.js';
import { DetailFrame } from '../../library/detail-frame.js';
import { ContinueInChat, When } from '../../ui/item-row.js';
import { chatWithTable } from '../../library/places.js';

/** A stored table on live rows. */
export default function TablePage({ id }: { id: string }) {
  const { data: table, isError, error, refetch } = useLibraryTable(id);
  if (table === undefined) {
    return (
      <DetailFrame list="tables" title="Table">
        {isError ? (
          <FailedQuery error={error} again={refetch} />
        ) : (
          <p className="quiet">Loading…</p>
        )}
      </DetailFrame>
    );
  }
  const config = asTableConfig(table.config);
  return (
    <DetailFrame
      list="tables"
      title={table.name}
      about={table.description}
      facts={[
        ...(config === undefined ? [] : [<span className="mono">{sourceName(config)}</span>]),
        `version ${table.version}`,
        <When at={table.updated_at} done="changed" />,
        ...(table.is_system ? ['part of the product'] : []),
      ]}
      actions={<ContinueInChat to={chatWithTable(id)} name={table.name} />}
    >
      {config === undefined ? (
        <JsonBlock value={table.config} label="The table as JSON" />
      ) : (
        <TableView config={config} title={table.name} heading="h2" />
      )}
    </DetailFrame>
  );
}
