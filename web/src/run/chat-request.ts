import type { ChatRequest as Chat } from '@sextant/client';

/** A message of this page, which always names its conversation and what is open. */
export type ChatRequest = Required<Omit<Chat, 'attachments'>> & Pick<Chat, 'attachments'>;
