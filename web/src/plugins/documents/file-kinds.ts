import { t } from './texts.js';

/** The endings of the files that the server reads. */
export const ENDINGS: readonly string[] = [
  '.pdf',
  '.docx',
  '.xlsx',
  '.ods',
  '.csv',
  '.tsv',
  '.md',
  '.markdown',
  '.html',
  '.htm',
  '.xhtml',
  '.txt',
  '.text',
  // Read by the connected model.
  '.png',
  '.jpg',
  '.jpeg',
  '.gif',
  '.webp',
];

/**
 * Why a file would be refused, known from its name and size before it is sent; undefined: send it. What is attached to a
 * chat need not be read: it may be for a tool that sends files.
 */
export function refusalOf(
  { name, size }: Pick<File, 'name' | 'size'>,
  isAttached = false,
): string | undefined {
  if (size === 0) return t('The file is empty.');
  if (isAttached) return undefined;
  const lower = name.toLowerCase();
  if (ENDINGS.some((ending) => lower.endsWith(ending))) return undefined;
  return t('Files of this kind cannot be read. Choose one that ends in {ENDINGS}.', {
    ENDINGS: ENDINGS.join(', '),
  });
}
