import { imageType } from '../../foundation/image-type.js';
import { DocumentRefused } from '../document-refused.js';

interface KindFacts {
  name: string;
  contentType: string;
  /** How its files end, the usual ending first. */
  endings: readonly string[];
  content: 'pdf' | 'zip' | 'characters';
}

const kind = (
  name: string,
  contentType: string,
  content: KindFacts['content'],
  ...endings: readonly string[]
): KindFacts => ({ name, contentType, content, endings });

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const ODS = 'application/vnd.oasis.opendocument.spreadsheet';

export const readableKinds = {
  pdf: kind('a PDF', 'application/pdf', 'pdf', 'pdf'),
  markdown: kind('Markdown', 'text/markdown', 'characters', 'md', 'markdown'),
  html: kind('HTML', 'text/html', 'characters', 'html', 'htm', 'xhtml'),
  docx: kind('a Word document (.docx)', `${OFFICE}.wordprocessingml.document`, 'zip', 'docx'),
  xlsx: kind('an Excel workbook (.xlsx)', `${OFFICE}.spreadsheetml.sheet`, 'zip', 'xlsx'),
  ods: kind('an OpenDocument spreadsheet (.ods)', ODS, 'zip', 'ods'),
  csv: kind('values separated by commas (.csv)', 'text/csv', 'characters', 'csv'),
  tsv: kind('values separated by tabs (.tsv)', 'text/tab-separated-values', 'characters', 'tsv'),
  text: kind('plain text', 'text/plain', 'characters', 'txt', 'text'),
};

export type ReadableKind = keyof typeof readableKinds;

/** Beside those that are parsed `image`, which a model reads, and `file`, which is kept and not read. */
export type DocumentKind = ReadableKind | 'image' | 'file';

const parsed = Object.keys(readableKinds) as ReadableKind[];

export const documentKinds: readonly DocumentKind[] = [...parsed, 'image', 'file'];

const byEnding = new Map(
  parsed.flatMap((one) => readableKinds[one].endings.map((ending) => [ending, one] as const)),
);

export const knownExtensions: readonly string[] = [...byEnding.keys()].map((end) => `.${end}`);

export function kindOfName(fileName: string): ReadableKind | undefined {
  return byEnding.get(/\.([a-z0-9]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? '');
}

/** The kind by name and first bytes; {@link DocumentRefused} for empty, unknown and mismatched ones. */
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

export function requireContent(kind: DocumentKind, bytes: Uint8Array): void {
  if (kind === 'file' || kind === 'image') return;
  const found = sniff(bytes);
  const { name, content } = readableKinds[kind];
  if (found === content) return;
  if (found === 'ole') {
    throw new DocumentRefused(
      content === 'zip' ? 'encrypted' : 'unsupported',
      'The file is an Office document with a password, or one of before 2007 (.doc, .xls). Save it as .docx or .xlsx without a password.',
    );
  }
  const looks = { pdf: 'a PDF', zip: 'a ZIP archive, such as .docx and .xlsx are' };
  const what = found in looks ? `looks like ${looks[found as 'pdf' | 'zip']}` : 'is not';
  throw new DocumentRefused(
    found === 'binary' ? 'broken' : 'unsupported',
    `The file should be ${name} by its name, and ${what}${what === 'is not' ? '' : ' by its content'}. Check that it opens, and that its name ends as it should.`,
  );
}

function sniff(bytes: Uint8Array): 'pdf' | 'zip' | 'ole' | 'characters' | 'binary' {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  if (head.includes('%PDF-')) return 'pdf';
  if (head.startsWith('PK\x03\x04')) return 'zip';
  if (head.startsWith('\xd0\xcf\x11\xe0')) return 'ole';
  const isUtf16 = head.startsWith('\xff\xfe');
  return head.includes('\0') && !isUtf16 ? 'binary' : 'characters';
}
