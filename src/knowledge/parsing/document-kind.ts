import { imageType } from '../../foundation/image-type.js';
import { DocumentRefused } from '../document-refused.js';

/** The kinds of documents: those that are parsed, `image`, which a model reads, and `file`, which is kept and not read. */
export const documentKinds = [
  'pdf',
  'markdown',
  'html',
  'docx',
  'xlsx',
  'ods',
  'csv',
  'tsv',
  'text',
  'image',
  'file',
] as const;

/** One of {@link documentKinds}. */
export type DocumentKind = (typeof documentKinds)[number];

/** A kind that is parsed. */
export type ReadableKind = Exclude<DocumentKind, 'file' | 'image'>;

const byExtension: Readonly<Record<string, ReadableKind>> = {
  pdf: 'pdf',
  md: 'markdown',
  markdown: 'markdown',
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  docx: 'docx',
  xlsx: 'xlsx',
  ods: 'ods',
  csv: 'csv',
  tsv: 'tsv',
  txt: 'text',
  text: 'text',
};

const names: Readonly<Record<ReadableKind, string>> = {
  pdf: 'a PDF',
  markdown: 'Markdown',
  html: 'HTML',
  docx: 'a Word document (.docx)',
  xlsx: 'an Excel workbook (.xlsx)',
  ods: 'an OpenDocument spreadsheet (.ods)',
  csv: 'values separated by commas (.csv)',
  tsv: 'values separated by tabs (.tsv)',
  text: 'plain text',
};

/** The endings of file names that are known, with the dot. */
export const knownExtensions: readonly string[] = Object.keys(byExtension).map((end) => `.${end}`);

/** What a file name's ending says; undefined for one that is not known. */
export function kindOfName(fileName: string): ReadableKind | undefined {
  return byExtension[/\.([a-z0-9]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? ''];
}

/**
 * The kind of a file by its name, checked against its first bytes. Rejects with {@link DocumentRefused} an
 * empty file, an unknown ending, and a content that is something else than the name says.
 */
export function kindOf(fileName: string, bytes: Uint8Array): ReadableKind {
  if (bytes.length === 0) throw new DocumentRefused('empty', 'The file is empty.');
  const kind = kindOfName(fileName);
  if (kind === undefined) {
    throw new DocumentRefused(
      'unsupported',
      `Files named like "${fileName.slice(-80)}" cannot be read. Upload one that ends in ${knownExtensions.join(', ')}, a PNG, JPEG, GIF or WebP image, or attach it to a chat (conversation_id), where it is kept for tools that send files.`,
    );
  }
  requireContent(kind, bytes);
  return kind;
}

/** As {@link kindOf}; an image is one by its first bytes alone. */
export function uploadedKind(fileName: string, bytes: Uint8Array): DocumentKind {
  return imageType(bytes) === undefined ? kindOf(fileName, bytes) : 'image';
}

/** As {@link kindOf}; an image, and a file with an ending that is not known, is kept and not read. */
export function attachedKind(fileName: string, bytes: Uint8Array): DocumentKind {
  const isKept = kindOfName(fileName) === undefined || imageType(bytes) !== undefined;
  return isKept ? 'file' : kindOf(fileName, bytes);
}

/** Refuses bytes that cannot be of the kind. */
export function requireContent(kind: DocumentKind, bytes: Uint8Array): void {
  if (kind === 'file' || kind === 'image') return;
  const found = sniff(bytes);
  if (found === contentOf(kind)) return;
  if (found === 'ole') {
    throw new DocumentRefused(
      contentOf(kind) === 'zip' ? 'encrypted' : 'unsupported',
      'The file is an Office document with a password, or one of before 2007 (.doc, .xls). Save it as .docx or .xlsx without a password.',
    );
  }
  const looks = { pdf: names.pdf, zip: 'a ZIP archive, such as .docx and .xlsx are' };
  const what = found in looks ? `looks like ${looks[found as 'pdf' | 'zip']}` : 'is not';
  throw new DocumentRefused(
    found === 'binary' ? 'broken' : 'unsupported',
    `The file should be ${names[kind]} by its name, and ${what}${what === 'is not' ? '' : ' by its content'}. Check that it opens, and that its name ends as it should.`,
  );
}

/** What files of a kind are made of. */
function contentOf(kind: ReadableKind): 'pdf' | 'zip' | 'characters' {
  if (kind === 'pdf') return 'pdf';
  return kind === 'docx' || kind === 'xlsx' || kind === 'ods' ? 'zip' : 'characters';
}

/** What the first bytes say. */
function sniff(bytes: Uint8Array): 'pdf' | 'zip' | 'ole' | 'characters' | 'binary' {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  if (head.includes('%PDF-')) return 'pdf';
  if (head.startsWith('PK\x03\x04')) return 'zip';
  if (head.startsWith('\xd0\xcf\x11\xe0')) return 'ole';
  const isUtf16 = head.startsWith('\xff\xfe');
  return head.includes('\0') && !isUtf16 ? 'binary' : 'characters';
}
