import { writeJson } from '../../../src/foundation/exact-json.js';
import { Download } from 'lucide-react';
import { saveFile } from '../ui/save-file.js';
import { t } from '../texts/core.js';

/** A button that saves a thing as a JSON file. */
export function ExportJson({ name, value }: { name: string; value: unknown }) {
  return (
    <button
      type="button"
      className="button"
      aria-label={t('Export: {name}', { name })}
      title={t('Save as a JSON file')}
      onClick={() => saveFile(`${fileName(name)}.json`, `${writeJson(value, null, 2)}\n`)}
    >
      <Download size={14} aria-hidden /> {t('Export')}
    </button>
  );
}

function fileName(name: string): string {
  const plain = name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-');
  return plain.slice(0, 80) || 'export';
}
