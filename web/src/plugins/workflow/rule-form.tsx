import { useMemo } from 'react';
import { FieldsForm } from '../../changes/form/fields-form.js';
import { fieldsOf } from '../../../../packages/client/src/forms/form-fields.js';
import type { ChangeFormProps } from '../../registry/plugin.js';
import { usePersons } from './people.js';
import { ruleSchema } from './rule-schema.js';
import { useSample } from './use-trial.js';

/** A rule as fields: what a person decides on, and nothing that the platform keeps for itself. */
export default function RuleForm({ value, onChange }: ChangeFormProps) {
  const people = usePersons();
  const { entity } = value;
  const { data } = useSample(typeof entity === 'string' ? entity : '', true);
  const fields = useMemo(() => {
    const columns = data?.columns.map(({ name }) => name) ?? [];
    const { actions } = value;
    return fieldsOf(
      value,
      ruleSchema(people, columns, Array.isArray(actions) ? actions.length : 0),
    );
  }, [people, data, value]);
  return <FieldsForm fields={fields} onChange={onChange} />;
}
