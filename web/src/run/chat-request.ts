import type { ChatRequest as Chat } from '@sextant/client';

type Optional = 'attachments' | 'after_run_id';

/** A message of this page, which always names its conversation and what is open. */
export type ChatRequest = Required<Omit<Chat, Optional>> & Pick<Chat, Optional>;
