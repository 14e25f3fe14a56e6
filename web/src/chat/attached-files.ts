/** A file in the result of a call, as the server tells of it. */
export interface AttachedFile {
  kind: string;
  mime_type?: string;
  bytes?: number;
  data_url: string;
  drawn: boolean;
}

const DRAWN = /^data:image\/(?:png|jpeg|gif|webp);base64,/;
const FILE = 'data:application/octet-stream;base64,';

/** The files of a result that can be shown; an address that is no data is none. */
export function filesIn(result: unknown): AttachedFile[] {
  return attachmentsIn(result).filter((one): one is AttachedFile => {
    const { data_url: url, drawn } = one as Partial<AttachedFile>;
    if (typeof url !== 'string') return false;
    return drawn === true ? DRAWN.test(url) : url.startsWith(FILE);
  });
}

/** The result without the data of its files, to read. */
export function withoutData(result: unknown): unknown {
  if (filesIn(result).length === 0) return result;
  const attachments = attachmentsIn(result).map((one) => {
    const { data_url: _data, ...rest } = one as Partial<AttachedFile>;
    return rest;
  });
  return { ...(result as object), attachments };
}

function attachmentsIn(result: unknown): object[] {
  const { attachments } = (result ?? {}) as { attachments?: unknown };
  if (!Array.isArray(attachments)) return [];
  return attachments.filter(
    (one: unknown): one is object => typeof one === 'object' && one !== null,
  );
}
