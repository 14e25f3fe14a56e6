import { type VisualColumn, type TableConfig } from '../config-model.js';
import { labelColumn, fullName, type Facts } from '../facts.js';
import { placesOf } from '../references.js';
import { refuse } from './changed.js';

/**
 * Where a foreign key's id gets its readable label: the referenced table's best label column.
 * `facts` must hold the referenced table; refuses a column that references nothing.
 */
export function lookupFor(
  config: TableConfig,
  key: string,
  facts: Facts,
): NonNullable<VisualColumn['lookup']> {
  const references = placesOf(config, facts).find((place) => place.key === key)?.column.references;
  if (!references) {
    return refuse(`"${key}" references no other table, so there is no label to look up.`);
  }
  const target = facts.get(fullName(references));
  const label = target && labelColumn(target);
  if (label === undefined)
    return refuse(`${fullName(references)} has no column to use as a label.`);
  const { schema, table, column } = references;
  return { schema, table, value_column: column, label_column: label.name };
}
