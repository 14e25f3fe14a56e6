import { X } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../texts/texts.js';
import type { FormField } from '../../../../packages/client/src/forms/form-fields.js';
import styles from './fields-form.module.css';

interface SeveralProps {
  id: string;
  field: FormField;
  onChange: (value: unknown) => void;
}

/** Several of known values, such as people, each by its name; others can be written. */
export function SeveralField({
  id,
  field: { value, choices: given = [] },
  onChange,
}: SeveralProps) {
  const choices = given.map(({ value: known, label }) => ({ value: String(known), label }));
  const [written, setWritten] = useState('');
  const chosen = Array.isArray(value) ? (value as readonly string[]) : [];
  const labelOf = (one: string) => choices.find((choice) => choice.value === one)?.label ?? one;
  const add = () => {
    const text = written.trim();
    const known = choices.find(({ label }) => label.toLowerCase() === text.toLowerCase());
    const next = known?.value ?? text;
    if (next === '' || chosen.includes(next)) return;
    onChange([...chosen, next]);
    setWritten('');
  };
  return (
    <div className={styles.several}>
      <Chosen
        values={chosen}
        labelOf={labelOf}
        onRemove={(one) => onChange(chosen.filter((other) => other !== one))}
      />
      <div className={styles.adding}>
        <input
          id={id}
          className="field"
          list={`${id}-known`}
          value={written}
          onChange={({ target }) => setWritten(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // Enter would accept the change.
            event.preventDefault();
            add();
          }}
        />
        <datalist id={`${id}-known`}>
          {choices.map(({ value: known, label }) => (
            <option key={known} value={label} />
          ))}
        </datalist>
        <button type="button" className="button" disabled={written.trim() === ''} onClick={add}>
          {t('Add')}
        </button>
      </div>
    </div>
  );
}

function Chosen({
  values,
  labelOf,
  onRemove,
}: {
  values: readonly string[];
  labelOf: (value: string) => string;
  onRemove: (value: string) => void;
}) {
  if (values.length === 0) return null;
  return (
    <ul>
      {values.map((one) => (
        <li key={one} className="badge long">
          {labelOf(one)}
          <button
            type="button"
            aria-label={t('Remove: {name}', { name: labelOf(one) })}
            onClick={() => onRemove(one)}
          >
            <X size={12} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}
