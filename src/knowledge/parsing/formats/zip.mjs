import yauzl from 'yauzl';
import { Refused } from './piece.mjs';

/** What all files of an archive may hold unpacked: far more than any text, far less than memory. */
const MAX_UNPACKED = 200 * 1024 * 1024;
const MAX_ENTRIES = 5000;

/**
 * Unpacks every file of an archive and counts: sizes that an archive tells of itself may be lies. Answers all names,
 * each with its content where `keep` says so.
 * @param {Uint8Array} bytes
 * @param {(name: string) => boolean} keep
 * @returns {Promise<Map<string, Buffer | undefined>>}
 */
export async function unzip(bytes, keep = () => false) {
  const options = { lazyEntries: true, validateEntrySizes: true };
  const zip = await yauzl.fromBufferPromise(Buffer.from(bytes), options);
  /** @type {Map<string, Buffer | undefined>} */
  const files = new Map();
  let total = 0;
  for await (const entry of zip.eachEntry()) {
    if (files.size >= MAX_ENTRIES) throw tooMuch(`more than ${MAX_ENTRIES} files`);
    /** @type {Buffer[] | undefined} */
    const kept = keep(entry.fileName) ? [] : undefined;
    let isStart = true;
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      if (isStart && declaresType(entry.fileName, chunk)) throw entities();
      isStart = false;
      total += chunk.length;
      if (total > MAX_UNPACKED) throw tooMuch(`more than ${MAX_UNPACKED / 1024 / 1024} MB`);
      kept?.push(chunk);
    }
    files.set(entry.fileName, kept && Buffer.concat(kept));
  }
  return files;
}

/**
 * Whether an XML file begins with a document type, which may declare entities. It stands before the first
 * element, and in UTF-16 with a zero byte beside each letter.
 * @param {string} name @param {Buffer} start
 */
function declaresType(name, start) {
  if (!/\.(?:xml|rels)$/i.test(name)) return false;
  return start.toString('latin1').replaceAll('\0', '').includes('<!DOCTYPE');
}

function entities() {
  return new Refused(
    'unsupported',
    'The document declares XML entities (<!DOCTYPE …>), which no office program writes. They are never resolved, as they can name files and addresses of the server. Open it in an office program, save it again and upload that.',
  );
}

/** @param {string} what */
function tooMuch(what) {
  return new Refused(
    'too_large',
    `The file holds ${what} when unpacked. Take out what is not text, or split the document.`,
  );
}
