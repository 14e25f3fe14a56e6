import type { ErrorDetail } from '../../../src/foundation/errors.js';
import type { TableConfig } from '../../../src/platform/tables/table-config.model.js';
import type { LiveRows } from '../api/library.js';
import { Notice } from '../ui/notice.js';
import { columnMarks, type Change } from './config-changes.js';
import { placeFindings } from './findings.js';
import { LiveTable } from './live-table.js';
import { TableFacts } from './table-facts.js';

/** A whole table: its live rows, and everything else its config says; a change is marked in it. */
export function TableView({
  config,
  title,
  sample,
  changes = [],
  findings = [],
}: {
  config: TableConfig;
  title: string;
  sample?: LiveRows | undefined;
  changes?: readonly Change[];
  findings?: readonly ErrorDetail[];
}) {
  const placed = placeFindings(config, findings);
  const removed = changes
    .filter(({ part, kind }) => part === 'columns' && kind === 'removed')
    .map((change) => change.title);
  return (
    <>
      {placed.rest.length > 0 && (
        <Notice tone="warn">
          <ul>
            {placed.rest.map(({ path, message }, index) => (
              <li key={index}>
                {path !== undefined && <code>{path}</code>} {message}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <section>
        <h3>Live rows</h3>
        <LiveTable
          config={config}
          caption={title}
          sample={sample}
          marks={columnMarks(changes)}
          removed={removed}
          findings={placed}
        />
      </section>
      <section>
        <h3>The table</h3>
        <TableFacts config={config} />
      </section>
    </>
  );
}
