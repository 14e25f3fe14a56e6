/** How a remote embedder is made. */
export interface HttpEmbedderOptions {
  model: string;
  /** Base URL without a last slash. */
  baseUrl: string;
  /** Undefined where the API needs none. */
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
