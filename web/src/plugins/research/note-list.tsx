import styles from './parts.module.css';

/** What was done without what: where nobody judged, and what was left out. */
export function NoteList({
  notes,
  language,
}: {
  notes: readonly string[];
  language: string | undefined;
}) {
  return (
    <ul className={styles.notes} lang={language}>
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}
