import { useMemo } from 'react';
import { FieldsForm } from '../../changes/form/fields-form.js';
import { fieldsOf } from '../../../../packages/client/src/forms/form-fields.js';
import type { ChangeFormProps } from '../../registry/plugin.js';
import { asTableConfig, columnsOf, sourceOf } from './table-columns.js';
import { tableSchema } from './table-schema.js';

/** A table as fields: its names, its order, and what each column is called and does. */
export default function TableForm({ value, onChange }: ChangeFormProps) {
  const fields = useMemo(() => {
    const config = asTableConfig(value['config']);
    const columns = config === undefined ? [] : columnsOf(config).map(({ key }) => key);
    const { filters = [], sort = [] } = config === undefined ? {} : sourceOf(config);
    const references = [...filters, ...sort].map(({ column }) => column);
    return fieldsOf(value, tableSchema(columns, references));
  }, [value]);
  return <FieldsForm fields={fields} onChange={onChange} />;
}
