/** The server's answers, as the client types them. */
export type * from '@sextant/client';
