import { Search, type LucideIcon } from 'lucide-react';
import styles from './controls.module.css';

/** A box to search with; `label` stands in it until something is written. */
export function SearchField({
  label,
  hint = label,
  value,
  maxLength = 255,
  onChange,
}: {
  label: string;
  /** What stands in the empty box; the label when left out. */
  hint?: string;
  value: string;
  maxLength?: number;
  onChange: (text: string) => void;
}) {
  return (
    <label className={styles.search}>
      <span className="visually-hidden">{label}</span>
      <Search size={14} aria-hidden />
      <input
        type="search"
        className="field"
        placeholder={hint}
        maxLength={maxLength}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}

/** A few buttons of which one is chosen. */
export function Segments<T extends string>({
  label,
  choices,
  chosen,
  onChoose,
}: {
  label: string;
  /** By their values, in order. */
  choices: Readonly<Record<T, { label: string; Icon?: LucideIcon; disabled?: boolean }>>;
  chosen: T;
  onChoose: (value: T) => void;
}) {
  return (
    <div role="group" aria-label={label} className={styles.segments}>
      {(Object.keys(choices) as T[]).map((value) => {
        const { label: words, Icon, disabled } = choices[value];
        return (
          <button
            key={value}
            type="button"
            className="button"
            aria-pressed={value === chosen}
            disabled={disabled}
            onClick={() => onChoose(value)}
          >
            {Icon !== undefined && <Icon size={14} aria-hidden />} {words}
          </button>
        );
      })}
    </div>
  );
}
