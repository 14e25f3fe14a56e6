import { defined } from '../../foundation/defined.js';
import type { Served } from '../served/served.js';
import { tapeBackend, type BackendTapeOptions, type TapedBackend } from './backend-tape.js';

/** What is served, with its sources' backends behind addresses that record or replay them. */
export interface Backends {
  served: Served;
  /** The address that stands for each source's backend, by the source's id. */
  addresses: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Puts a recording in front of every backend; without `options` each is asked itself. */
export async function openBackends(
  served: Served,
  options: BackendTapeOptions | undefined,
): Promise<Backends> {
  const { file, readAgain, ...rest } = served;
  const opened: TapedBackend[] = [];
  const addresses: Record<string, string> = {};
  for (const source of file?.sources ?? []) {
    if (!('baseUrl' in source) || source.baseUrl === undefined) continue;
    addresses[source.id] = source.baseUrl;
    if (options === undefined) continue;
    const taped = await tapeBackend(source.id, source.baseUrl, options);
    opened.push(taped);
    addresses[source.id] = taped.url;
  }
  const sources = file?.sources.map((source) =>
    'baseUrl' in source ? { ...source, ...defined({ baseUrl: addresses[source.id] }) } : source,
  );
  return {
    // The file read again would name the real addresses.
    served:
      sources === undefined || file === undefined || opened.length === 0
        ? served
        : { ...rest, file: { ...file, sources } },
    addresses,
    close: async () => {
      await Promise.all(opened.map((one) => one.close()));
    },
  };
}
