import { useMutation } from '@tanstack/react-query';
import { useState, useSyncExternalStore, type FormEvent } from 'react';
import {
  messageOf,
  onSignIn,
  setSignInWanted,
  setToken,
  signInWanted,
  token,
} from '../api/client.js';
import { useInfo, queryClient } from '../api/queries.js';
import { href, navigate } from '../shell/route.js';
import { Notice } from '../ui/notice.js';
import { Sheet } from '../ui/sheet.js';
import { t } from '../texts/texts.js';
import { beginSignIn, signInProblem, signedInName, signOut, useSignInWay } from './session.js';
import type { Provider } from './provider-session.js';
import styles from './sign-in.module.css';

/** Leads to the provider, or asks for a token, when the server wants to know who calls; both stay in this tab only. */
export function SignIn() {
  const wanted = useSyncExternalStore(onSignIn, signInWanted);
  return wanted ? <SignInSheet /> : null;
}

function SignInSheet() {
  const way = useSignInWay();
  if (way === undefined) return null;
  return (
    <Sheet title={t('Sign in')} side="center" onClose={() => setSignInWanted(false)}>
      {way.oidc === undefined ? <TokenForm /> : <ProviderForm provider={way.oidc} />}
    </Sheet>
  );
}

function ProviderForm({ provider }: { provider: Provider }) {
  const leaving = useMutation({ mutationFn: () => beginSignIn(provider) });
  const problem = leaving.isError ? messageOf(leaving.error) : signInProblem();
  return (
    <div className={styles.form}>
      <p className="quiet small">
        {t('You sign in at {host} and come back to this page.', {
          host: new URL(provider.authority).host,
        })}
      </p>
      {problem !== undefined && <Notice tone="bad">{problem}</Notice>}
      <div className={styles.buttons}>
        <button
          type="button"
          className="button primary"
          data-focus
          disabled={leaving.isPending}
          onClick={() => leaving.mutate()}
        >
          {t('Sign in')}
        </button>
      </div>
    </div>
  );
}

function TokenForm() {
  const [value, setValue] = useState('');
  const isChecked = useInfo().data?.auth !== 'none';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    become(value.trim().replace(/^Bearer\s+/i, ''));
    // Where no tokens are checked another one is another user, who has not this chat.
    if (!isChecked) navigate(href('chat'));
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <p className="quiet small">
        {isChecked
          ? t(
              'This server requires an access token. Paste the token you were given; it is kept in this tab and sent with every request.',
            )
          : t(
              'Paste your token of the backend. It is kept in this tab; Sextant passes it on only to backends that are asked with it. With it you have chats of your own.',
            )}
      </p>
      <label>
        <span className="small">{t('Access token')}</span>
        <input
          className="field"
          type="password"
          autoComplete="off"
          data-focus
          required
          value={value}
          onChange={(event) => setValue(event.target.value)}
        />
      </label>
      <div className={styles.buttons}>
        {token() !== undefined && (
          <button type="button" className="button quiet" onClick={() => become(undefined)}>
            {t('Forget token')}
          </button>
        )}
        <button type="submit" className="button primary">
          {t('Sign in')}
        </button>
      </div>
    </form>
  );
}

/** Everything read so far was read as somebody else. */
function become(value: string | undefined): void {
  setToken(value);
  void queryClient.resetQueries();
}

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
