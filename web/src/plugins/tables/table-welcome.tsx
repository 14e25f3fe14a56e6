import { SubjectNotRead, SubjectWelcome } from '../../chat/welcome.js';
import type { SubjectWelcomeProps } from '../../registry/plugin.js';
import { Facts } from '../../ui/item-list.js';
import { AGENT, useTable } from './api.js';
import { sourceName } from './sentences.js';
import { asTableConfig, columnsOf, type TableColumn } from './table-columns.js';
import type { TableConfig } from '../../../../src/platform/types.js';

/** What a chat about a table begins with: its columns, and sentences about them. */
export default function TableWelcome({ id, onSend }: SubjectWelcomeProps) {
  const { data: table, isError } = useTable(id);
  const config = table && asTableConfig(table.config);
  if (table === undefined || config === undefined) {
    const failed = isError || table !== undefined;
    return <SubjectNotRead failed={failed} contextType={AGENT} onSend={onSend} />;
  }
  const columns = columnsOf(config).filter(({ hidden }) => !hidden);
  return (
    <SubjectWelcome
      name={table.name}
      about={
        <Facts
          about={table.description}
          facts={[
            <span className="mono">{sourceName(config)}</span>,
            columns.map(({ header }) => header).join(', '),
          ]}
        />
      }
      sentences={suggestionsFor(table.name, config)}
      onSend={onSend}
    />
  );
}

const NUMBERS: readonly string[] = ['number', 'computed'];
const TIMES: readonly string[] = ['datetime'];

/** Sentences about one table that make sense for it, with the names of its own columns. */
function suggestionsFor(name: string, config: TableConfig): string[] {
  const shown = columnsOf(config).filter(({ hidden }) => !hidden);
  const [first] = shown;
  const last = shown.at(-1);
  return [
    `What does the table “${name}” show?`,
    ...sortBy(shown),
    ...(last === undefined || last === first ? [] : [`Hide the column “${last.header}”`]),
    ...(first === undefined
      ? []
      : [`Rename the column “${first.header}” to “Our ${first.header}”`]),
  ];
}

function sortBy(columns: readonly TableColumn[]): string[] {
  const sortable = columns.filter((column) => column.sortable);
  const number = sortable.find(({ type }) => NUMBERS.includes(type));
  if (number !== undefined) return [`Sort by “${number.header}”, highest first`];
  const time = sortable.find(({ type }) => TIMES.includes(type));
  return time === undefined ? [] : [`Sort by “${time.header}”, newest first`];
}
