/** One embedding service as people know it; all of this goes into messages only. */
export interface EmbedService {
  /** As in "Ollama answered 404". */
  name: string;
  /** Base URL without a last slash. */
  baseUrl: string;
  model: string;
  /** The environment variable that holds the key; undefined where none is needed. */
  keyVariable: string | undefined;
  /** The environment variable that holds the address. */
  addressVariable: string;
  /** What helps when the model is unknown, e.g. "Pull it with `ollama pull x`". */
  modelAdvice: string;
}
