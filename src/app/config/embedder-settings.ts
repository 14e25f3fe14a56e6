import { isOpenAi, type ModelSettings } from './model-settings.js';
import type { SettingsReader } from '../../foundation/settings-reader.js';

/** The embedders there are; `none` offers all tools of a context. */
export const embedderNames = ['local', 'gemini', 'ollama', 'openai', 'none'] as const;

/** Which model turns texts into vectors; keys and addresses are those of the model APIs. */
export type EmbedderSettings =
  | { kind: 'local' }
  | { kind: 'none' }
  | {
      kind: 'gemini' | 'ollama' | 'openai';
      model: string;
      /** Undefined takes what the model gives by itself. */
      dimensions: number | undefined;
    };

const defaultModels = {
  gemini: 'gemini-embedding-001',
  ollama: 'nomic-embed-text',
  openai: 'text-embedding-3-small',
} as const;

/** Gemini's full 3,072 dimensions rank hardly better and cost four times the memory and reading. */
const GEMINI_DIMENSIONS = 768;

/** Reads the embedder's settings; a key it needs and does not find is a problem. */
export function readEmbedderSettings(
  read: SettingsReader,
  services: Pick<ModelSettings, 'gemini' | 'openai'>,
): EmbedderSettings {
  const kind = read.choice('EMBEDDER', embedderNames, 'local');
  if (kind === 'local' || kind === 'none') {
    refuseUseless(read, kind);
    return { kind };
  }
  checkService(read, kind, services);
  const dimensions =
    read.optional('EMBEDDER_DIMENSIONS') === undefined
      ? undefined
      : read.integer('EMBEDDER_DIMENSIONS', GEMINI_DIMENSIONS, 1, 8192);
  return {
    kind,
    model: read.text('EMBEDDER_MODEL', defaultModels[kind]),
    dimensions: dimensions ?? (kind === 'gemini' ? GEMINI_DIMENSIONS : undefined),
  };
}

/** A model that is named and not used would go unnoticed. */
function refuseUseless(read: SettingsReader, kind: 'local' | 'none'): void {
  const asked = read.optional('EMBEDDER');
  if (asked !== undefined && asked !== kind) return;
  for (const name of ['EMBEDDER_MODEL', 'EMBEDDER_DIMENSIONS']) {
    if (read.optional(name) === undefined) continue;
    read.problem(
      name,
      `is set, and EMBEDDER is ${kind}, which has no choice of models. Unset it, or set EMBEDDER to gemini, ollama or openai`,
    );
  }
}

function checkService(
  read: SettingsReader,
  kind: 'gemini' | 'ollama' | 'openai',
  services: Pick<ModelSettings, 'gemini' | 'openai'>,
): void {
  if (kind === 'ollama') return;
  const { apiKey, baseUrl } = services[kind];
  const ownServer = kind === 'openai' && !isOpenAi(baseUrl);
  if (apiKey === undefined && !ownServer)
    read.problem(
      `${kind.toUpperCase()}_API_KEY`,
      `is missing, and EMBEDDER is ${kind}. Set it, or set EMBEDDER=local to use the embedded model`,
    );
  if (ownServer && read.optional('EMBEDDER_MODEL') === undefined)
    read.problem(
      'EMBEDDER_MODEL',
      'is missing: name the embedding model, as OPENAI_BASE_URL points to a server of its own',
    );
}
