import { getDocumentProxy } from 'unpdf';
import { Refused } from './piece.mjs';
import { linesOf, piecesOf } from './pdf-lines.mjs';

const MAX_PAGES = 5000;

/** A scan without text is refused. @param {Uint8Array} bytes @returns {Promise<import('./piece.mjs').Parsed>} */
export async function parsePdf(bytes) {
  const pdf = await open(bytes);
  if (pdf.numPages > MAX_PAGES) {
    throw new Refused(
      'too_large',
      `The PDF has ${pdf.numPages} pages; at most ${MAX_PAGES} are read. Split it.`,
    );
  }
  const pages = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    const { transform, width, height } = page.getViewport({ scale: 1 });
    const place = { transform, width, height };
    pages.push(
      linesOf(
        items.filter((item) => 'str' in item),
        place,
      ),
    );
    page.cleanup();
  }
  const pieces = piecesOf(pages);
  if (pieces.length === 0) {
    throw new Refused(
      'empty',
      'The PDF has no text: its pages are pictures, such as scans. Run text recognition (OCR) on it and upload the result.',
    );
  }
  const title = await titleOf(pdf);
  return { ...(title === undefined ? {} : { title }), pages: pdf.numPages, pieces };
}

/** @param {Uint8Array} bytes */
async function open(bytes) {
  try {
    return await getDocumentProxy(bytes, {
      verbosity: 0,
      stopAtErrors: false,
    });
  } catch (error) {
    const { name } = /** @type {{ name?: string }} */ (error);
    if (name !== 'PasswordException') throw error;
    throw new Refused(
      'encrypted',
      'The PDF is encrypted and asks for a password. Upload a copy without one.',
    );
  }
}

/** @param {Awaited<ReturnType<typeof open>>} pdf */
async function titleOf(pdf) {
  const metadata = await pdf.getMetadata().catch(() => undefined);
  const info = /** @type {{ Title?: unknown } | undefined} */ (metadata?.info);
  const title = typeof info?.Title === 'string' ? info.Title.trim() : '';
  // Printer drivers put the file's name there.
  return title === '' || /\.(docx?|pdf|indd|tmp)$/i.test(title) ? undefined : title;
}
