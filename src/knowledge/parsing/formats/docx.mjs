import mammoth from 'mammoth';
import yauzl from 'yauzl';
import { parseHtmlText } from './html.mjs';
import { Refused } from './piece.mjs';

/** What all files of a DOCX may hold unpacked: far more than any text, far less than memory. */
const MAX_UNPACKED = 200 * 1024 * 1024;
const MAX_ENTRIES = 5000;

/**
 * A Word document, by way of HTML: headings by style, lists, tables. Pictures are left out.
 * @param {Uint8Array} bytes
 * @returns {Promise<import('./piece.mjs').Parsed>}
 */
export async function parseDocx(bytes) {
  const buffer = Buffer.from(bytes);
  const names = await measure(buffer);
  if (!names.has('word/document.xml')) {
    throw new Refused(
      'broken',
      'The file is a ZIP archive, but no Word document: it has no word/document.xml.',
    );
  }
  const skipImages = mammoth.images.imgElement(async () => ({ src: '' }));
  const { value } = await mammoth.convertToHtml({ buffer }, { convertImage: skipImages });
  return parseHtmlText(value);
}

/**
 * Unpacks every file of the archive without keeping it and counts: sizes that an archive tells of itself
 * may be lies. Answers the files' names.
 * @param {Buffer} buffer
 * @returns {Promise<Set<string>>}
 */
async function measure(buffer) {
  const zip = await open(buffer);
  const names = new Set();
  let total = 0;
  for await (const entry of zip.eachEntry()) {
    names.add(entry.fileName);
    if (names.size > MAX_ENTRIES) throw tooMuch(`more than ${MAX_ENTRIES} files`);
    let isStart = true;
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      if (isStart && declaresType(entry.fileName, chunk)) throw entities();
      isStart = false;
      total += chunk.length;
      if (total > MAX_UNPACKED) throw tooMuch(`more than ${MAX_UNPACKED / 1024 / 1024} MB`);
    }
  }
  return names;
}

/**
 * Whether an XML file begins with a document type, which may declare entities. It stands before the first
 * element, and in UTF-16 with a zero byte beside each letter.
 * @param {string} name
 * @param {Buffer} start
 */
function declaresType(name, start) {
  if (!/\.(?:xml|rels)$/i.test(name)) return false;
  return start.toString('latin1').replaceAll('\0', '').includes('<!DOCTYPE');
}

function entities() {
  return new Refused(
    'unsupported',
    'The Word document declares XML entities (<!DOCTYPE …>), which no word processor writes. They are never resolved, as they can name files and addresses of the server. Open it in a word processor, save it as .docx and upload that.',
  );
}

/** @param {Buffer} buffer */
async function open(buffer) {
  return yauzl.fromBufferPromise(buffer, { lazyEntries: true, validateEntrySizes: true });
}

/** @param {string} what */
function tooMuch(what) {
  return new Refused(
    'too_large',
    `The file holds ${what} when unpacked. Take out what is not text, or split the document.`,
  );
}
