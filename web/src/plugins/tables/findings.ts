import type { ErrorDetail } from '../../../../src/foundation/errors.js';
import type { TableConfig } from '../../../../src/platform/types.js';
import { sourceOf } from './table-columns.js';

/** What is wrong with a config, each finding at the part of the table that it is about. */
export interface PlacedFindings {
  /** By key. */
  columns: ReadonlyMap<string, readonly ErrorDetail[]>;
  /** By their place in the list. */
  filters: ReadonlyMap<number, readonly ErrorDetail[]>;
  sorts: ReadonlyMap<number, readonly ErrorDetail[]>;
  /** About the table as a whole. */
  rest: readonly ErrorDetail[];
}

/** Puts findings at the columns, filters and sorts that their paths name. */
export function placeFindings(
  config: TableConfig,
  findings: readonly ErrorDetail[],
): PlacedFindings {
  const columns = new Map<string, ErrorDetail[]>();
  const filters = new Map<number, ErrorDetail[]>();
  const sorts = new Map<number, ErrorDetail[]>();
  const rest: ErrorDetail[] = [];
  const visual = Object.keys(config.visual_settings.columns);
  for (const finding of findings) {
    const path = (finding.path ?? '').replace(/^(payload\.)?config\./, '');
    const key = columnIn(config, path);
    const filter = indexIn(path, 'filters');
    const sort = indexIn(path, 'sort');
    if (key !== undefined && visual.includes(key)) add(columns, key, finding);
    else if (filter !== undefined) add(filters, filter, finding);
    else if (sort !== undefined) add(sorts, sort, finding);
    else rest.push(finding);
  }
  return { columns, filters, sorts, rest };
}

function add<K>(map: Map<K, ErrorDetail[]>, key: K, finding: ErrorDetail): void {
  map.set(key, [...(map.get(key) ?? []), finding]);
}

function indexIn(path: string, list: 'filters' | 'sort'): number | undefined {
  const found = new RegExp(`^data_source\\[0\\]\\.${list}\\[(\\d+)\\]`).exec(path);
  return found === null ? undefined : Number(found[1]);
}

/** The key of the column that a path is about. */
function columnIn(config: TableConfig, path: string): string | undefined {
  const visual = /^visual_settings\.columns\.([^.[]+)/.exec(path);
  if (visual !== null) return visual[1];
  const format = /^visual_settings\.conditional_formatting\[(\d+)\]/.exec(path);
  if (format !== null) {
    return config.visual_settings.conditional_formatting?.[Number(format[1])]?.column;
  }
  const { select } = sourceOf(config);
  const own = /^data_source\[0\]\.select\.columns\[(\d+)\]/.exec(path);
  const joined = /^data_source\[0\]\.select\.foreign_tables\[(\d+)\]\.columns\[(\d+)\]/.exec(path);
  const column =
    own !== null
      ? select.columns[Number(own[1])]
      : joined !== null
        ? select.foreign_tables?.[Number(joined[1])]?.columns[Number(joined[2])]
        : undefined;
  return column === undefined ? undefined : (column.alias ?? column.name);
}
