import {
  joinsOf,
  nameOfJoin,
  originsOf,
  sourceOf,
  type ColumnFormat,
  type TableConfig,
  type VisualColumn,
} from './config-model.js';
import { describe } from './changes/filter-change.js';
import { describeSorts } from './changes/sort-change.js';
import { fullName } from './facts.js';
import { visibleKeys } from './layout.js';

/** A config as the model reads it: what a person would say of the table, in a few hundred bytes. */
export function condense(config: TableConfig) {
  const source = sourceOf(config);
  const origins = new Map(originsOf(config));
  const visual = config.visual_settings;
  const visible = visibleKeys(config);
  const hidden = Object.keys(visual.columns).filter((key) => !visible.includes(key));
  return {
    title: config.title,
    source: `${source.schema}.${source.source}`,
    columns: visible.map((key) =>
      condenseColumn(key, visual.columns[key] as VisualColumn, origins.get(key)),
    ),
    hidden,
    joins: joinsOf(config).map(
      (join) =>
        `${join.join_type ?? 'left'} ${fullName(join)}${join.alias ? ` as ${join.alias}` : ''} on ${join.relationship_from} = ${nameOfJoin(join)}.${join.relationship_to}`,
    ),
    filters: (source.filters ?? []).map(describe),
    sort: source.sort?.length ? describeSorts(source.sort) : 'none',
    rows_per_page: source.rows,
    colours: colours(config),
  };
}

function condenseColumn(key: string, column: VisualColumn, origin: string | undefined) {
  const { header, type, format, width, align, editable, compute } = column;
  return {
    key,
    header,
    type,
    from: origin === key ? undefined : origin,
    format: format && formatText(format),
    width,
    align,
    editable: editable?.type,
    computed: compute && `${compute.operation} of ${compute.columns.join(', ')}`,
  };
}

function formatText({ type, pattern, currency, precision }: ColumnFormat): string {
  const decimals = precision === undefined ? undefined : `${precision} decimals`;
  return [type, pattern, currency, decimals].filter(Boolean).join(' ');
}

function colours(config: TableConfig): string[] | undefined {
  const rules = config.visual_settings.conditional_formatting ?? [];
  if (rules.length === 0) return undefined;
  return rules.map(
    (rule) =>
      `${rule.style} when ${rule.column} ${rule.operator} ${JSON.stringify(rule.value ?? '')}`,
  );
}
