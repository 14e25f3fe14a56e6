import { useState } from 'react';
import { useDocumentsChanged } from './api.js';
import { upload, type Upload } from './uploads.js';

/** The uploads of this view and how to begin more: they go one after the other, as the server reads few at a time. */
export function useUploads() {
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
export function isOpen({ state }: Upload): boolean {
  return state !== 'ready' && state !== 'refused';
}
