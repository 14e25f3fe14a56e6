import type { ConnectedModel, ModelState } from '../api/client.js';

/** What connecting answers. */
export type Tried = Exclude<ConnectedModel, { models: string[] }>;

/** What is typed and chosen of a model. */
export interface ModelDraft {
  kind: 'gemini' | 'openai' | 'anthropic' | 'ollama' | 'compatible';
  address: string;
  key: string;
  /** Empty until the models are listed. */
  model: string;
  smallModel: string;
}

export const EMPTY: ModelDraft = {
  kind: 'gemini',
  address: '',
  key: '',
  model: '',
  smallModel: '',
};

/** The request for a draft; what is empty is left out. */
export function bodyOf({ kind, address, key, model, smallModel }: ModelDraft): object {
  const parts = {
    provider: kind === 'compatible' ? 'openai' : kind,
    address: address.trim(),
    key,
    model,
    small_model: smallModel,
  };
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== ''));
}

/** Whether something is missing. A key that is stored for the same place need not be typed again. */
export function faultOf(
  { kind, address, key }: ModelDraft,
  { connected, has_key, provider, address: stored = '' }: ModelState,
): boolean {
  if (kind === 'compatible') return address.trim() === '';
  const isStored = connected && has_key && provider === kind && stored === address.trim();
  return kind !== 'ollama' && key === '' && !isStored;
}
