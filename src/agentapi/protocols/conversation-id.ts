import { createHash } from 'node:crypto';
import { isUuid } from '../../foundation/ids.js';

/**
 * The conversation that a client calls `id`: itself where it is a UUID, else one that is always the same for
 * this user and name. Two users' chats of one name are two conversations.
 */
export function conversationIdOf(userId: string, id: string): string {
  if (isUuid(id)) return id.toLowerCase();
  const digest = createHash('sha256')
    .update(JSON.stringify([userId, id]))
    .digest();
  // The version and variant of a UUID whose bits are the application's own (RFC 9562, version 8).
  digest[6] = (digest[6]! & 0x0f) | 0x80;
  digest[8] = (digest[8]! & 0x3f) | 0x80;
  const hex = digest.toString('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20, 32),
  ].join('-');
}
