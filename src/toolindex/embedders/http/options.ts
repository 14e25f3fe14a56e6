import type { EmbedKind } from '../../embedder.js';

/** How a remote embedder is made. */
export interface HttpEmbedderOptions {
  model: string;
  /** Base URL without a last slash. */
  baseUrl: string;
  /** Undefined where the API needs none; a secret that must appear in no message. */
  apiKey?: string;
  /** Dimensions to ask for; undefined takes what the model gives by itself. */
  dimensions?: number;
  /** Time limit of one call in ms; tests shorten it. */
  timeoutMs?: number;
}

/** The part of an embedder's id that says what is asked of which model; `v1` counts how texts are prepared. */
export function modelId(model: string, dimensions: number | undefined): string {
  return `${model}-${dimensions ?? 'native'}-v1`;
}

const NOMIC_PREFIXES: Readonly<Record<EmbedKind, string>> = {
  query: 'search_query: ',
  document: 'search_document: ',
};

/**
 * What stands before a text of this kind: the models of the nomic-embed-text family were trained with
 * prefixes and find less without; other models would take them for content. Served names differ
 * (`nomic-embed-text:v1.5`, `text-embedding-nomic-embed-text-v1.5`, `nomic-ai/nomic-embed-text-v2-moe`).
 */
export function taskPrefix(model: string, kind: EmbedKind): string {
  return /nomic-embed-text/i.test(model) ? NOMIC_PREFIXES[kind] : '';
}

/** Whether this is a model of the nomic-embed-text family before its second version, which are English. */
export function readsEnglishOnly(model: string): boolean {
  return /nomic-embed-text/i.test(model) && !/-v2/i.test(model);
}
