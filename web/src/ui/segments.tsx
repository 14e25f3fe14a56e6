import type { LucideIcon } from 'lucide-react';
import styles from './segments.module.css';

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
