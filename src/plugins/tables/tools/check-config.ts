import { AppError, type ErrorDetail } from '../../../foundation/errors.js';
import { ownValue } from '../../../foundation/json.js';
import type { ReadClient } from '../../../agenttools/sources/clients.js';
import {
  originsOf,
  type TableConfig,
  joinsOf,
  nameOfJoin,
  sourceOf,
  type ColumnFormat,
  type VisualColumn,
} from './config-model.js';
import { visualColumn, settlePosition, visibleKeys } from './layout.js';
import { CONFIGS, type Facts, fullName } from './facts.js';
import { headerOf, configColumns } from './references.js';
import { describe, describeSorts } from './changes/filter-change.js';

interface ConfigCheck {
  valid: boolean;
  errors: ErrorDetail[];
  warnings: ErrorDetail[];
}

export function checkConfig(read: ReadClient, config: unknown): Promise<ConfigCheck> {
  return read.send({ method: 'POST', segments: [...CONFIGS, 'validate'], body: { config } });
}

export function invalidConfig(errors: readonly ErrorDetail[], consequence: string): AppError {
  const list = errors.map(({ path, message }) => {
    const text = message.replace(/\.$/, '');
    return path ? `${path}: ${text}` : text;
  });
  return new AppError(
    'invalid_config',
    `The table config would not be valid: ${list.join('; ')}. ${consequence}`,
    errors,
  );
}

export function warningsOf({ warnings }: ConfigCheck): string[] | undefined {
  return warnings.length === 0 ? undefined : warnings.map((warning) => warning.message);
}

/** Gives every selected column usual settings, and dates a pattern; what is there stays. */
export function completeConfig(base: TableConfig, facts: Facts): TableConfig {
  const config = structuredClone(base);
  const columns = config.visual_settings.columns;
  const places = new Map(configColumns(config, facts).map((place) => [place.key, place]));
  for (const [key] of originsOf(config)) {
    const place = places.get(key);
    if (place === undefined) continue;
    const usual = visualColumn(key, headerOf(key), place.column);
    const given = ownValue(columns, key);
    if (given === undefined) {
      columns[key] = usual;
      settlePosition(config, key);
      continue;
    }
    given.header ??= usual.header;
    given.type ??= usual.type;
    if (given.type === 'datetime' && usual.format) given.format ??= usual.format;
  }
  return config;
}

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

function colours({ visual_settings }: TableConfig): string[] | undefined {
  const rules = (visual_settings.conditional_formatting ?? []).map(
    ({ style, column, operator, value }) =>
      `${style} when ${column} ${operator} ${JSON.stringify(value ?? '')}`,
  );
  return rules.length === 0 ? undefined : rules;
}
