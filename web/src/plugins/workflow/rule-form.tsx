import { FieldsForm } from '../../changes/form/fields-form.js';
import { fieldsOf } from '../../../../packages/client/src/forms/form-fields.js';
import { useEntities } from '../../library/queries.js';
import type { ChangeFormProps } from '../../registry/plugin.js';
import { usePersons } from './people.js';
import { ruleSchema, tablesIn } from './rule-schema.js';

/** A rule as fields: what a person decides on, and nothing that the platform keeps for itself. */
export default function RuleForm({ value, onChange }: ChangeFormProps) {
  const people = usePersons();
  const tables = useEntities(tablesIn(value));
  return (
    <FieldsForm fields={fieldsOf(value, ruleSchema(value, people, tables))} onChange={onChange} />
  );
}
