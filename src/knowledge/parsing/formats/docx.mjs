import mammoth from 'mammoth';
import { parseHtmlText } from './html.mjs';
import { Refused } from './piece.mjs';
import { unzip } from './zip.mjs';

/** By way of HTML, without pictures. @param {Uint8Array} bytes @returns {Promise<import('./piece.mjs').Parsed>} */
export async function parseDocx(bytes) {
  const files = await unzip(bytes);
  if (!files.has('word/document.xml')) {
    throw new Refused(
      'broken',
      'The file is a ZIP archive, but no Word document: it has no word/document.xml.',
    );
  }
  const skipImages = mammoth.images.imgElement(async () => ({ src: '' }));
  const options = { convertImage: skipImages };
  const { value } = await mammoth.convertToHtml({ buffer: Buffer.from(bytes) }, options);
  return parseHtmlText(value);
}
