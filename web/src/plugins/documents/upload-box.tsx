import { Check, LoaderCircle, Upload as UploadIcon, X } from 'lucide-react';
import { useRef, useState, type DragEvent } from 'react';
import { defined } from '../../../../src/foundation/defined.js';
import { href } from '../../shell/route.js';
import { baseName, baseNamed } from './document-labels.js';
import { ENDINGS, shareOf, uploadWords, type Upload, upload } from './uploads.js';
import { t } from './texts.js';
import styles from './documents.module.css';
import { useDocumentsChanged } from './api.js';

/** The knowledge base that files go into. */
interface BaseChoice {
  base: string;
  onBase: (base: string) => void;
  /** Those there are. */
  bases: readonly string[];
}

/** Takes files by a button or by dropping them, and shows the progress of each. */
export function UploadBox({ base, onBase, bases }: BaseChoice) {
  const { uploads, begin, clear } = useUploads();
  const [over, setOver] = useState(false);
  const take = (files: FileList | null) => {
    if (files !== null && files.length > 0) void begin([...files], base.trim());
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  return (
    <section
      aria-label={t('Upload')}
      className={`${styles.box} ${over ? styles.over : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <div className={styles.line}>
        <Chooser onFiles={take} />
        <BaseField base={base} onBase={onBase} bases={bases} />
        <p className="quiet small">
          {t('or drop files here: PDF, Word, spreadsheets, Markdown, HTML, text or images')}
        </p>
      </div>
      {uploads.length > 0 && <UploadList uploads={uploads} onClear={clear} />}
    </section>
  );
}

function Chooser({ onFiles }: { onFiles: (files: FileList | null) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" className="button primary" onClick={() => input.current?.click()}>
        <UploadIcon size={14} aria-hidden /> {t('Upload files')}
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={ENDINGS.join(',')}
        aria-label={t('Files to upload')}
        onChange={(event) => {
          onFiles(event.target.files);
          // The same file can be chosen again.
          event.target.value = '';
        }}
      />
    </>
  );
}

function BaseField({ base, onBase, bases }: BaseChoice) {
  return (
    <label className={styles.uploadBase}>
      {t('into')}
      <input
        className="field"
        list="bases"
        aria-label={t('Knowledge base to upload into')}
        maxLength={64}
        value={baseName(base)}
        onChange={(event) => onBase(baseNamed(event.target.value))}
      />
      <datalist id="bases">
        {bases.map((name) => (
          <option key={name} value={baseName(name)} />
        ))}
      </datalist>
    </label>
  );
}

function UploadList({ uploads, onClear }: { uploads: readonly Upload[]; onClear: () => void }) {
  return (
    <>
      <ul className={styles.uploads} aria-label={t('Uploads')}>
        {uploads.map((one) => (
          <UploadRow key={one.key} upload={one} />
        ))}
      </ul>
      <p className="visually-hidden" role="status">
        {uploads
          .filter((one) => !isOpen(one))
          .map((one) => `${one.name}: ${uploadWords(one)}`)
          .join('. ')}
      </p>
      {!uploads.every(isOpen) && (
        <button type="button" className="button quiet" onClick={onClear}>
          {t('Clear finished uploads')}
        </button>
      )}
    </>
  );
}

function UploadRow({ upload }: { upload: Upload }) {
  const { name, state, document } = upload;
  const share = shareOf(upload);
  const Icon = state === 'ready' ? Check : state === 'refused' ? X : LoaderCircle;
  return (
    <li className={styles[state]}>
      <Icon size={14} aria-hidden className={isOpen(upload) ? 'spin' : undefined} />
      <span className={styles.name}>
        {document !== undefined && state !== 'refused' ? (
          <a href={href('documents', [document.id])}>{name}</a>
        ) : (
          name
        )}
      </span>
      <span className={styles.words}>{uploadWords(upload)}</span>
      {isOpen(upload) && (
        <progress aria-label={t('Progress of {name}', { name })} {...defined({ value: share })} />
      )}
    </li>
  );
}

/** The uploads of this view and how to begin more: they go one after the other, as the server reads few at a time. */
function useUploads() {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const changed = useDocumentsChanged();
  const begin = async (files: readonly File[], base: string) => {
    const added = files.map((file) => ({ file, key: crypto.randomUUID() }));
    const waiting = added.map(({ file, key }): Upload => ({
      key,
      name: file.name,
      state: 'waiting',
    }));
    setUploads((all) => [...waiting, ...all]);
    for (const { file, key } of added) {
      const tell = (change: Partial<Upload>) => {
        if (change.document !== undefined) void changed();
        setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...change } : one)));
      };
      await upload(file, { base }, tell);
    }
    await changed();
  };
  return { uploads, begin, clear: () => setUploads((all) => all.filter(isOpen)) };
}

/** True until an upload has ended. */
function isOpen({ state }: Upload): boolean {
  return state !== 'ready' && state !== 'refused';
}
