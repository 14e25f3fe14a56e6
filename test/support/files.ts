import { crc32, deflateRawSync, deflateSync } from 'node:zlib';

/** A ZIP archive of these files, packed; sizes in its directory are what `claim` says, else the true ones. */
export function zipOf(files: Readonly<Record<string, string | Buffer>>, claim?: number): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const data = Buffer.from(content);
    const packed = deflateRawSync(data, { level: 9 });
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(claim ?? data.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, tail, Buffer.from(name)]),
    );
    parts.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, list, end]);
}

/** A PDF with a page for each of these content streams, packed; `extra` goes into its trailer. */
export function pdfOf(contents: string | Buffer | readonly string[], extra = ''): Buffer {
  const pages = [contents].flat();
  const refs = pages.map((_, at) => `${4 + 2 * at} 0 R`).join(' ');
  const page =
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >>';
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${refs}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((content, at) => [
      ...[`${page} /Contents ${5 + 2 * at} 0 R >>`, packedStream(content)],
    ]),
  ];
  const body = objects.flatMap((object, at) => [`${at + 1} 0 obj\n`, object, '\nendobj\n']);
  const trailer = `trailer << /Size ${objects.length + 1} /Root 1 0 R ${extra} >>\n%%EOF\n`;
  return bytesOf('%PDF-1.4\n', ...body, trailer);
}

function packedStream(content: string | Buffer): Buffer {
  const packed = deflateSync(content, { level: 9 });
  const head = `<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n`;
  return bytesOf(head, packed, '\nendstream');
}

const bytesOf = (...parts: (string | Buffer)[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string)));
