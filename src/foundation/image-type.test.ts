import { imageType } from './image-type.js';

test.each([
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['\xff\xd8\xff\xe0', 'image/jpeg'],
  ['GIF89a', 'image/gif'],
  ['RIFF\x10\0\0\0WEBPVP8 ', 'image/webp'],
  ['RIFF\x10\0\0\0WAVEfmt ', undefined],
  ['\x89PNG', undefined],
  ['<svg onload="alert(1)">', undefined],
  ['', undefined],
])('%j is %s', (start, type) => expect(imageType(Buffer.from(start, 'latin1'))).toBe(type));
