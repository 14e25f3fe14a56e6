import { useMemo } from 'react';
import { FieldsForm } from '../../changes/form/fields-form.js';
import { fieldsOf } from '../../../../packages/client/src/forms/form-fields.js';
import { useEntities } from '../../library/queries.js';
import type { ChangeFormProps } from '../../registry/plugin.js';
import { asTableConfig, columnsOf, sourceOf } from './table-columns.js';
import { tableSchema } from './table-schema.js';

/** A table as fields: its names, its order, and what each column is called and does. */
export default function TableForm({ value, onChange }: ChangeFormProps) {
  const config = useMemo(() => asTableConfig(value['config']), [value]);
  const columns = useMemo(() => (config === undefined ? [] : columnsOf(config)), [config]);
  const lookups = new Map(
    columns.flatMap(({ key, visual }) => (visual.lookup ? [[key, visual.lookup]] : [])),
  );
  const looked = [...lookups.values()].map(({ schema, table }) => `${schema}.${table}`);
  const entities = useEntities([...new Set(looked)]);
  const { filters = [], sort = [] } = config === undefined ? {} : sourceOf(config);
  const references = [...filters, ...sort].map(({ column }) => column);
  const keys = columns.map(({ key }) => key);
  const fields = fieldsOf(value, tableSchema(keys, references, lookups, entities));
  return <FieldsForm fields={fields} onChange={onChange} />;
}
