import { KeyRound } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { onSignIn, setSignInWanted, token } from '../api/client.js';
import { useSources } from '../sources/queries.js';
import { t } from '../texts/texts.js';

/** Asks for the user's token where a backend is asked with it: a source's, or that of the tool whose call was refused. */
export default function OwnToken({ source, tool = '' }: { source?: unknown; tool?: string }) {
  const { data } = useSources();
  const own = useSyncExternalStore(onSignIn, token);
  const found = data?.items.find(
    ({ id, forwards }) => forwards === true && (id === source || tool.startsWith(`${id}_`)),
  );
  if (found === undefined) return null;
  return (
    <button
      type="button"
      className="button"
      aria-label={t('Your token for {title}', { title: found.title })}
      onClick={() => setSignInWanted(true)}
    >
      <KeyRound size={14} aria-hidden />{' '}
      {own === undefined ? t('Give your token') : t('Change token')}
    </button>
  );
}
