import { isNumber, numberIn } from '../../../../src/foundation/exact-number.js';
import { useId } from 'react';
import { JsonField } from './json-field.js';
import { SeveralField } from './several-field.js';
import type { FormField } from './form-fields.js';
import { t } from '../../texts/core.js';
import styles from './fields-form.module.css';

/** The fields of a value, each with what fits it; `onChange` is told where and what, undefined for nothing. */
export function FieldsForm({
  fields,
  onChange,
}: {
  fields: readonly FormField[];
  onChange: (path: readonly string[], value: unknown) => void;
}) {
  return (
    <div className={styles.fields}>
      {fields.map((field) =>
        field.type === 'group' ? (
          <Group key={keyOf(field)} field={field} onChange={onChange} />
        ) : (
          <Labelled key={keyOf(field)} field={field} onChange={onChange} />
        ),
      )}
    </div>
  );
}

const keyOf = ({ path }: FormField) => path.join('/');

interface Edited {
  field: FormField;
  onChange: (path: readonly string[], value: unknown) => void;
}

function Group({ field, onChange }: EditedGroup) {
  const { label, path, fields = [], folded, removable, added } = field;
  const inner = (
    <>
      {/* Another number of items: what was written in one must not stay in the next. */}
      <FieldsForm key={fields.length} fields={fields} onChange={onChange} />
      {(removable ?? added !== undefined) && (
        <p className={styles.ways}>
          {added !== undefined && (
            <button
              type="button"
              className="button"
              aria-label={t('Add: {name}', { name: label })}
              onClick={() => onChange([...path, String(fields.length)], added)}
            >
              {t('Add')}
            </button>
          )}
          {removable && (
            <button
              type="button"
              className="button quiet"
              aria-label={t('Remove: {name}', { name: label })}
              onClick={() => onChange(path, undefined)}
            >
              {t('Remove')}
            </button>
          )}
        </p>
      )}
    </>
  );
  if (folded) {
    return (
      <details className={styles.group}>
        <summary>{label}</summary>
        {inner}
      </details>
    );
  }
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      {inner}
    </fieldset>
  );
}

interface EditedGroup {
  field: FormField;
  onChange: (path: readonly string[], value: unknown) => void;
}

function Labelled({ field, onChange }: Edited) {
  const id = useId();
  const { label, required, help, type } = field;
  return (
    <div className={type === 'flag' ? styles.flag : styles.field}>
      <label htmlFor={id}>
        {label}
        {required && <span className="quiet"> {t('(needed)')}</span>}
      </label>
      <Control id={id} field={field} onChange={(value) => onChange(field.path, value)} />
      {help !== undefined && <p className="quiet small">{help}</p>}
    </div>
  );
}

interface ControlProps {
  id: string;
  field: FormField;
  onChange: (value: unknown) => void;
}

function Control(props: ControlProps) {
  const { id, field, onChange } = props;
  switch (field.type) {
    case 'flag':
      return <Flag {...props} />;
    case 'number':
      return <NumberBox {...props} />;
    case 'choice':
      return <Choice {...props} />;
    case 'scalar':
      return <ScalarBox {...props} />;
    case 'several':
      return <SeveralField {...props} />;
    case 'lines':
      return <Lines {...props} />;
    case 'text':
      return <input className="field" {...written(props)} />;
    case 'long':
      return <textarea className="field" rows={4} {...written(props)} />;
    default:
      return <JsonField id={id} value={field.value} onChange={onChange} />;
  }
}

/** A box of text: what was left empty and is not needed is not sent. */
function written({ id, field: { value, required }, onChange }: ControlProps) {
  return {
    id,
    value: typeof value === 'string' ? value : '',
    onChange: ({ target }: { target: { value: string } }) =>
      onChange(target.value === '' && !required ? undefined : target.value),
  };
}

function Flag({ id, field: { value }, onChange }: ControlProps) {
  return (
    <input
      id={id}
      type="checkbox"
      checked={value === true}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}

function NumberBox({ id, field: { value }, onChange }: ControlProps) {
  return (
    <input
      id={id}
      className="field"
      type="number"
      step="any"
      value={isNumber(value) ? String(value) : ''}
      onChange={({ target }) =>
        onChange(target.value === '' ? undefined : (numberIn(target.value) ?? target.valueAsNumber))
      }
    />
  );
}

/** A number where what is written is exactly one, else a text. */
function ScalarBox({ id, field: { value }, onChange }: ControlProps) {
  return (
    <input
      id={id}
      className="field"
      value={typeof value === 'string' || isNumber(value) ? String(value) : ''}
      onChange={({ target }) => {
        onChange(numberIn(target.value) ?? target.value);
      }}
    />
  );
}

function Choice(props: ControlProps) {
  const { choices = [], required, value } = props.field;
  const isUnset = typeof value !== 'string' || value === '';
  return (
    <select className="field" {...written(props)}>
      {(!required || isUnset) && <option value="">{t('Not set')}</option>}
      {choices.map(({ value: choice, label }) => (
        <option key={choice} value={choice}>
          {label}
        </option>
      ))}
    </select>
  );
}

function Lines({ id, field: { value }, onChange }: ControlProps) {
  return (
    <textarea
      id={id}
      className="field"
      rows={3}
      placeholder={t('One a line')}
      value={Array.isArray(value) ? value.join('\n') : ''}
      onChange={({ target }) => onChange(target.value === '' ? [] : target.value.split('\n'))}
    />
  );
}
