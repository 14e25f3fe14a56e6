import { Table2 } from 'lucide-react';
import { useLibraryList, type TableItem } from '../../api/library.js';
import { href } from '../../shell/route.js';
import { ContinueInChat, ItemRow, When } from '../../ui/item-row.js';
import { ListFrame, Pager, SearchBox } from '../../ui/list-frame.js';
import { chatWithTable } from '../../library/places.js';
import { useListPlace } from '../../library/use-list-place.js';
import styles from '../../library/library.module.css';

/** The stored tables. */
export function TablesList() {
  const place = useListPlace('tables');
  const tables = useLibraryList<TableItem>('tables', place.search, place.page);
  return (
    <>
      <div className={styles.tools}>
        <SearchBox place={place} label="Search tables by name" />
        <Pager place={place} total={tables.data?.total} noun="table" />
      </div>
      <ListFrame asked={tables} place={place} empty={<NoTables search={place.search} />}>
        {(table) => (
          <ItemRow
            Icon={Table2}
            name={table.name}
            href={href('library', ['tables', table.id])}
            about={table.description}
            facts={[
              <span className="mono">{table.source}</span>,
              `version ${table.version}`,
              <When at={table.updated_at} done="changed" />,
            ]}
          >
            <ContinueInChat to={chatWithTable(table.id)} name={table.name} />
          </ItemRow>
        )}
      </ListFrame>
    </>
  );
}

function NoTables({ search }: { search: string }) {
  if (search !== '') return <p>No table has “{search}” in its name.</p>;
  return (
    <p>
      There is no table yet. <a href={href('chat', [], { context: 'tables' })}>Say in a chat</a>{' '}
      which rows and columns you want to see.
    </p>
  );
}
