import type { ErrorDetail } from '../../../../src/foundation/errors.js';
import type { TableConfig } from '../../../../src/platform/types.js';
import { Boundary } from '../../ui/boundary.js';
import { findingWords } from '../../ui/finding-words.js';
import { Notice } from '../../ui/notice.js';
import { RawJson } from '../../ui/raw-json.js';
import type { LiveRows } from './api.js';
import type { Change } from './config-changes.js';
import { placeFindings } from './findings.js';
import { LiveTable } from './live-table.js';
import { TableFacts } from './table-facts.js';
import { t } from './texts.js';

interface TableViewProps {
  config: TableConfig;
  title: string;
  sample?: LiveRows | undefined;
  changes?: readonly Change[];
  findings?: readonly ErrorDetail[];
  /** Its rows are not to be asked for now: it is not valid, or not checked. */
  paused?: boolean;
  /** The level of its headings. */
  heading?: 'h2' | 'h3';
}

/** A whole table: its live rows, and everything else its config says; a change is marked in it. */
export function TableView(props: TableViewProps) {
  return (
    <>
      <Boundary of={props.config}>
        <Drawn {...props} />
      </Boundary>
      <RawJson title={t('The table as JSON')} value={props.config} label={t('The table as JSON')} />
    </>
  );
}

function Drawn({
  config,
  title,
  sample,
  changes = [],
  findings = [],
  paused = false,
  heading: Heading = 'h3',
}: TableViewProps) {
  const placed = placeFindings(config, findings);
  return (
    <>
      {placed.rest.length > 0 && (
        <Notice tone="warn">
          <ul>
            {placed.rest.map((finding, index) => (
              <li key={index}>
                {finding.path !== undefined && <code>{finding.path}</code>} {findingWords(finding)}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <section>
        <Heading>{t('Live rows')}</Heading>
        <LiveTable
          config={config}
          caption={title}
          sample={sample}
          changes={changes}
          findings={placed}
          paused={paused}
        />
      </section>
      <section>
        <Heading>{t('The table')}</Heading>
        <TableFacts config={config} />
      </section>
    </>
  );
}
