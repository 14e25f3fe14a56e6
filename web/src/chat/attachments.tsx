import { filesIn, type AttachedFile } from './attached-files.js';
import { t } from '../texts/core.js';
import styles from './step-row.module.css';

/** The images of a result, drawn, and its other files as downloads. */
export function Attachments({ result }: { result: unknown }) {
  const files = filesIn(result);
  if (files.length === 0) return null;
  return (
    <ul className={styles.files}>
      {files.map((file, at) => (
        <li key={at}>
          {file.drawn && (
            <img className={styles.image} src={file.data_url} alt={nameOf(file)} loading="lazy" />
          )}
          <a className="small" href={file.data_url} download={`file-${at + 1}`}>
            {t('Download: {nameOf}', { nameOf: nameOf(file) })}
          </a>
        </li>
      ))}
    </ul>
  );
}

function nameOf({ kind, mime_type: type = '', bytes = 0 }: AttachedFile): string {
  return [kind, type, t('{n} byte | {n} bytes', { n: bytes })]
    .filter((part) => part !== '')
    .join(', ');
}
