import { Table2 } from 'lucide-react';
import { LibraryList } from '../../library/library-list.js';
import { href } from '../../shell/route.js';
import { ContinueInChat, ItemRow, When } from '../../ui/item-list.js';
import { AGENT, chatWithTable, tableAddress, type TableItem } from './api.js';
import { rich, t } from './texts.js';

/** The stored tables. */
export default function TablesList() {
  return (
    <LibraryList<TableItem>
      list="tables"
      noun={t('table')}
      plural={t('tables')}
      empty={<NoTables />}
    >
      {(table) => (
        <ItemRow
          Icon={Table2}
          name={table.name}
          href={tableAddress(table.id)}
          about={table.description}
          facts={[
            <span className="mono">{table.source}</span>,
            t('version {version}', { version: table.version }),
            <When at={table.updated_at} done={t('changed')} />,
          ]}
        >
          <ContinueInChat to={chatWithTable(table.id)} name={table.name} />
        </ItemRow>
      )}
    </LibraryList>
  );
}

function NoTables() {
  return (
    <p>
      {rich(
        'There are no tables yet. Describe in a {link} which rows and columns you want to see.',
        { link: <a href={href('chat', [], { context: AGENT })}>{t('chat')}</a> },
      )}
    </p>
  );
}
