import { joinsOf, keyOf, sourceOf, type TableConfig } from './config-model.js';
import { visualColumn } from './changes/visual-column.js';
import type { Facts } from './facts.js';
import { headerOf } from './headers.js';
import { settlePosition } from './layout.js';
import { placesOf } from './references.js';

/**
 * Gives every selected column that has no visual settings the usual ones, and dates without a format
 * a pattern; what is there stays. Columns that `facts` do not know are left for the platform's check.
 */
export function completeConfig(base: TableConfig, facts: Facts): TableConfig {
  const config = structuredClone(base);
  const columns = config.visual_settings.columns;
  const places = new Map(placesOf(config, facts).map((place) => [place.key, place]));
  const selected = [
    ...sourceOf(config).select.columns,
    ...joinsOf(config).flatMap((join) => join.columns),
  ];
  for (const key of selected.map(keyOf)) {
    const place = places.get(key);
    if (place === undefined) continue;
    const usual = visualColumn(key, headerOf(key), place.column);
    const given = columns[key];
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
