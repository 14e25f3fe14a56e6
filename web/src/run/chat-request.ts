import type { ChatRequest as Chat } from '../../../packages/client/src/index.js';

/** A message of this page, which always names its conversation and what is open. */
export type ChatRequest = Required<Chat>;
