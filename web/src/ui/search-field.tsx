import { Search } from 'lucide-react';
import styles from './search-field.module.css';

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
