import { useMemo } from 'react';
import { FieldsForm } from '../../changes/form/fields-form.js';
import { fieldsOf } from '../../../../packages/client/src/forms/form-fields.js';
import type { ChangeFormProps } from '../../registry/plugin.js';
import { usePersons } from './people.js';
import { ruleSchema } from './rule-schema.js';

/** A rule as fields: what a person decides on, and nothing that the platform keeps for itself. */
export default function RuleForm({ value, onChange }: ChangeFormProps) {
  const people = usePersons();
  const fields = useMemo(() => {
    const { actions } = value;
    return fieldsOf(value, ruleSchema(people, Array.isArray(actions) ? actions.length : 0));
  }, [people, value]);
  return <FieldsForm fields={fields} onChange={onChange} />;
}
