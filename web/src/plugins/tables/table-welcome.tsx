import { SubjectNotRead, SubjectWelcome } from '../../chat/subject-welcome.js';
import type { SubjectWelcomeProps } from '../../registry/plugin.js';
import { Facts } from '../../ui/facts.js';
import { AGENT } from './addresses.js';
import { useTable } from './api.js';
import { sourceName } from './sentences.js';
import { asTableConfig, columnsOf } from './table-columns.js';
import { suggestionsFor } from './table-suggestions.js';

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
