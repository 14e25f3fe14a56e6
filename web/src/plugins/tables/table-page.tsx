import { asTableConfig } from './table-columns.js';
import { sourceName } from './sentences.js';
import { TableView } from './table-view.js';
import { JsonBlock } from '../../ui/json-block.js';
import { DetailFrame, DetailNotRead } from '../../library/detail-frame.js';
import { ChangesOf } from '../../library/changes-of.js';
import { ExportJson } from '../../library/export-json.js';
import { ContinueInChat, When } from '../../ui/item-row.js';
import { chatWithTable } from './addresses.js';
import { useTable } from './api.js';

/** A stored table on live rows. */
export default function TablePage({ id }: { id: string }) {
  const asked = useTable(id);
  const { data: table } = asked;
  if (table === undefined) return <DetailNotRead list="tables" title="Table" asked={asked} />;
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
        ...(table.is_system ? ['built in'] : []),
      ]}
      actions={
        <>
          <ExportJson name={table.name} value={table} />
          <ContinueInChat to={chatWithTable(id)} name={table.name} />
        </>
      }
    >
      {config === undefined ? (
        <JsonBlock value={table.config} label="The table as JSON" />
      ) : (
        <TableView config={config} title={table.name} heading="h2" />
      )}
      <ChangesOf id={id} />
    </DetailFrame>
  );
}
