import { FileText, LoaderCircle, Paperclip, TriangleAlert, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { AttachProps } from '../../registry/plugin.js';
import { useDocumentsChanged } from './api.js';
import {
  attachedBy,
  isSearchable,
  MOST_FILES,
  upload,
  uploadWords,
  type Upload,
} from './uploads.js';
import { DEFAULT_BASE } from './document-labels.js';
import { t } from './texts.js';
import styles from './attach.module.css';

/** Attaches files to the messages of a conversation: chosen or dropped, uploaded, and named above the box with their state. */
export default function Attach({ tray, conversationId, onAttached }: AttachProps) {
  const input = useRef<HTMLInputElement>(null);
  const { uploads, begin, leave } = useAttachedUploads(conversationId);
  const tell = useRef(onAttached);
  useEffect(() => {
    tell.current = onAttached;
  });
  useEffect(() => {
    tell.current(attachedBy(uploads));
  }, [uploads]);
  useDrop(tray, begin);
  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-label={t('Attach a file')}
        title={t('Attach a file')}
        onClick={() => input.current?.click()}
      >
        <Paperclip size={16} aria-hidden />
      </button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label={t('File to attach')}
        onChange={({ target }) => {
          begin([...(target.files ?? [])]);
          // The same file can be chosen again.
          target.value = '';
        }}
      />
      {tray !== null && createPortal(<List uploads={uploads} onLeave={leave} />, tray)}
    </>
  );
}

function useAttachedUploads(conversationId: string) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const changed = useDocumentsChanged();
  const begin = (files: readonly File[]) => {
    const added = files.slice(0, MOST_FILES - uploads.length).map((file) => {
      return { file, key: crypto.randomUUID() };
    });
    setUploads((all) => [
      ...all,
      ...added.map(({ file, key }): Upload => ({ key, name: file.name, state: 'waiting' })),
    ]);
    for (const { file, key } of added) {
      const tell = (change: Partial<Upload>) =>
        setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...change } : one)));
      void upload(file, { base: DEFAULT_BASE, conversationId }, tell).then(changed);
    }
  };
  const leave = (key: string) => setUploads((all) => all.filter((one) => one.key !== key));
  return { uploads, begin, leave };
}

/** Takes files that are dropped on the form around the tray. */
function useDrop(tray: HTMLElement | null, begin: (files: readonly File[]) => void) {
  const newest = useRef(begin);
  useEffect(() => {
    newest.current = begin;
  });
  useEffect(() => {
    const form = tray?.closest('form');
    if (!form) return;
    const over = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files') === true) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      newest.current(files);
    };
    form.addEventListener('dragover', over);
    form.addEventListener('drop', drop);
    return () => {
      form.removeEventListener('dragover', over);
      form.removeEventListener('drop', drop);
    };
  }, [tray]);
}

function List({
  uploads,
  onLeave,
}: {
  uploads: readonly Upload[];
  onLeave: (key: string) => void;
}) {
  if (uploads.length === 0) return null;
  return (
    <ul className={styles.list} aria-label={t('Attached')} role="list" aria-live="polite">
      {uploads.map((one) => (
        <li key={one.key} className={styles.chip} data-bad={one.state === 'refused' || undefined}>
          <StateIcon upload={one} />
          <span className={styles.name}>
            {one.name} {one.state !== 'ready' && <span className="quiet">{uploadWords(one)}</span>}
          </span>
          <button
            type="button"
            aria-label={t('Remove: {name}', { name: one.name })}
            onClick={() => onLeave(one.key)}
          >
            <X size={13} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}

function StateIcon({ upload }: { upload: Upload }) {
  if (upload.state === 'refused') return <TriangleAlert size={13} aria-hidden />;
  if (isSearchable(upload)) return <FileText size={13} aria-hidden />;
  return <LoaderCircle size={13} aria-hidden className="spin" />;
}
