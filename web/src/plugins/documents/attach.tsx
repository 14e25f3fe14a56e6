import { LoaderCircle, Paperclip, TriangleAlert, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { AttachProps } from '../../registry/plugin.js';
import { useDocumentsChanged } from './api.js';
import { DEFAULT_BASE } from './document-labels.js';
import { ENDINGS } from './file-kinds.js';
import { upload, uploadWords, type Upload } from './uploads.js';
import { t } from './texts.js';
import styles from './attach.module.css';

/** Uploads a file to the user's documents and opens it in the chat. */
export default function Attach({ tray, onTaken }: AttachProps) {
  const input = useRef<HTMLInputElement>(null);
  const [current, setCurrent] = useState<Upload>();
  const changed = useDocumentsChanged();
  const begin = async (file: File) => {
    let now: Upload = { key: crypto.randomUUID(), name: file.name, state: 'waiting' };
    const isShown = (shown: Upload | undefined) => shown?.key === now.key;
    const before = now;
    setCurrent(before);
    await upload(file, DEFAULT_BASE, (change) => {
      const next = { ...now, ...change };
      setCurrent((shown) => (isShown(shown) ? next : shown));
      now = next;
    });
    void changed();
    const { state, document } = now;
    if (state !== 'ready' || document === undefined) return;
    setCurrent((shown) => (isShown(shown) ? undefined : shown));
    onTaken('documents', { document_id: document.id });
  };
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
        accept={ENDINGS.join(',')}
        aria-label={t('File to attach')}
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file !== undefined) void begin(file);
          // The same file can be chosen again.
          target.value = '';
        }}
      />
      {tray !== null &&
        createPortal(<Current upload={current} onLeave={() => setCurrent(undefined)} />, tray)}
    </>
  );
}

function Current({ upload, onLeave }: { upload: Upload | undefined; onLeave: () => void }) {
  if (upload === undefined) return null;
  const refused = upload.state === 'refused';
  return (
    <p className={styles.chip} role="status" data-bad={refused || undefined}>
      {refused ? (
        <TriangleAlert size={13} aria-hidden />
      ) : (
        <LoaderCircle size={13} aria-hidden className="spin" />
      )}
      <span className={styles.name}>
        {upload.name} <span className="quiet">{uploadWords(upload)}</span>
      </span>
      <button type="button" aria-label={`Remove: ${upload.name}`} onClick={onLeave}>
        <X size={13} aria-hidden />
      </button>
    </p>
  );
}
