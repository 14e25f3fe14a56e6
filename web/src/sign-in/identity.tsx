import { useSyncExternalStore } from 'react';
import { useInfo } from '../api/queries.js';
import { onSignIn, setSignInWanted, token } from '../api/token.js';
import { signedInName, signOut } from './session.js';
import { t } from '../texts/core.js';

/** Who the server takes the caller for, and the way to sign in or out where it checks. */
export function Identity() {
  const { data } = useInfo();
  const name = useSyncExternalStore(onSignIn, signedInName);
  if (name !== undefined) {
    return (
      <button
        type="button"
        className="button quiet"
        onClick={() => void signOut()}
        title={t('Signed in as {name}', { name })}
      >
        {t('Sign out')}
      </button>
    );
  }
  if (data === undefined) return <span />;
  if (data.auth === 'none') {
    return <span className="quiet small">{t('No sign-in on this server')}</span>;
  }
  return (
    <button
      type="button"
      className="button quiet"
      onClick={() => setSignInWanted(true)}
      title={data.user_id}
    >
      {token() === undefined ? t('Sign in') : t('Change token')}
    </button>
  );
}
