import { useState } from 'react';
import { useRoute } from '../shell/route.js';
import { Conversation } from './conversation.js';

/** The conversation that the address names, or a new one that gets its address with its first message. */
export function ChatPage() {
  const { view, path, query } = useRoute();
  const [fresh, setFresh] = useState(() => crypto.randomUUID());
  const named = path[0];
  // Once the new conversation has its address, the next new one needs another id.
  if (named === fresh) setFresh(crypto.randomUUID());
  const id = named ?? fresh;
  // While the view that it is left for is loaded, the address is no longer the chat's.
  if (view !== 'chat') return null;
  return <Conversation key={id} id={id} isNew={named === undefined} query={query} />;
}
