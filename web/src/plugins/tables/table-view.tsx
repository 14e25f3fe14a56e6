import type { ErrorDetail } from '../../../../src/foundation/errors.js';
import type { TableConfig } from '../../../../src/platform/types.js';
import { Boundary } from '../../ui/lazy-part.js';
import { findingWords } from '../../ui/format.js';
import { Notice } from '../../ui/notice.js';
import { RawJson } from '../../ui/values.js';
import type { LiveRows } from './api.js';
import type { Change } from './config-changes.js';
import { placeFindings } from './findings.js';
import { LiveTable } from './live-table.js';
import { t } from './texts.js';
import {
  actionSentence,
  columnSentence,
  formattingSentence,
  joinSentence,
  sourceName,
} from './sentences.js';
import { columnsOf, sourceOf } from './table-columns.js';
import styles from './table-view.module.css';

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

/** What a table is besides its rows: where they come from, what can be done with them, who may. */
export function TableFacts({ config }: { config: TableConfig }) {
  const facts = factsOf(config).filter(([, said]) => said.length > 0);
  return (
    <div className={styles.facts}>
      <dl className={styles.list}>
        {facts.map(([name, said]) => (
          <div key={name}>
            <dt>{name}</dt>
            {said.map((sentence, index) => (
              <dd key={index}>{sentence}</dd>
            ))}
          </div>
        ))}
      </dl>
      <details>
        <summary>{t('All columns and their contents')}</summary>
        <Columns config={config} />
      </details>
    </div>
  );
}

function factsOf(config: TableConfig): [name: string, said: string[]][] {
  const { visual_settings: visual, permissions, visualization, title } = config;
  const { select, rows } = sourceOf(config);
  const paging =
    rows === undefined ? t('default number of rows per page') : t('{rows} rows per page', { rows });
  return [
    [t('Title'), [title]],
    [t('Shown as'), [`${visualization}, ${paging}`]],
    [t('Source'), [sourceName(config)]],
    [t('Linked tables'), (select.foreign_tables ?? []).map(joinSentence)],
    [t('Row actions'), (visual.row_actions ?? []).map(actionSentence)],
    [t('Table actions'), (visual.table_actions ?? []).map(actionSentence)],
    [
      t('Colours'),
      (visual.conditional_formatting ?? []).map((rule) => formattingSentence(config, rule)),
    ],
    [t('Roles'), listed(permissions?.roles)],
    [t('Allowed actions'), listed(permissions?.actions)],
  ];
}

function listed(names: readonly string[] | undefined): string[] {
  return names === undefined || names.length === 0 ? [] : [names.join(', ')];
}

function Columns({ config }: { config: TableConfig }) {
  return (
    <div className={styles.columns} role="region" aria-label={t('All columns')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {[t('Column'), t('Key'), t('Holds'), t('From##where a column comes from')].map(
              (name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {columnsOf(config).map(({ key, header, hidden, source, visual }) => (
            <tr key={key}>
              <th scope="row">
                {header} {hidden && <span className="badge">{t('hidden')}</span>}
              </th>
              <td className="mono">{key}</td>
              <td>{columnSentence(config, visual)}</td>
              <td className="mono">{source ?? t('computed')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
