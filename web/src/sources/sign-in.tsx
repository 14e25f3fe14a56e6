import { useMutation } from '@tanstack/react-query';
import { ExternalLink, LogOut, KeyRound } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { messageOf, postJson, remove, onSignIn, setSignInWanted, token } from '../api/client.js';
import { Notice } from '../ui/notice.js';
import { rich, t } from '../texts/texts.js';
import { sourcesChanged, useSources } from './queries.js';
import styles from './sources-page.module.css';

interface Started {
  url: string;
  host: string;
}

/** Where the page that the authorization server leads back to hands on what it was given. */
const CHANNEL = 'sextant-sign-in';

/** Signs the user in at a server of tools: shows the whole address before it opens, and ends what comes back. */
export function SignIn({ source, title }: { source: string; title: string }) {
  const path = `/v1/agent/sources/${encodeURIComponent(source)}/sign-in`;
  const [started, setStarted] = useState<Started>();
  const starting = useMutation({
    mutationFn: () => postJson<Started>(path, {}),
    onSuccess: setStarted,
  });
  const finishing = useMutation({
    mutationFn: (answer: Answer) => postJson(`${path}/finish`, answer),
    onSettled: () => {
      setStarted(undefined);
      return sourcesChanged();
    },
  });
  useAnswer(started, finishing.mutateAsync);
  if (finishing.isSuccess)
    return <p className="small">{t('You are signed in to {title}.', { title })}</p>;
  const failure = starting.error ?? finishing.error;
  return (
    <div className={styles.left}>
      {failure && (
        <Notice tone="bad">
          <p>{messageOf(failure)}</p>
        </Notice>
      )}
      {started === undefined ? (
        <button
          type="button"
          className="button primary"
          disabled={starting.isPending}
          onClick={() => starting.mutate()}
        >
          {t('Sign in to {title}', { title })}
        </button>
      ) : (
        <Address {...started} />
      )}
    </div>
  );
}

/** Ends the sign-in with what its window hands on, and tells that window how it ended. */
function useAnswer(
  started: Started | undefined,
  finish: (answer: Answer) => Promise<unknown>,
): void {
  useEffect(() => {
    const state = started && stateIn(started.url);
    if (state === undefined) return;
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = ({ data }: MessageEvent<Answer & { end?: string }>) => {
      if (data.state !== state || data.end !== undefined) return;
      // The one above is closed by then.
      const tell = (end: string) => {
        const last = new BroadcastChannel(CHANNEL);
        last.postMessage({ state, end });
        last.close();
      };
      finish(data).then(
        () => tell(t('You are signed in. You can close this window.')),
        (error: unknown) => tell(messageOf(error)),
      );
    };
    return () => channel.close();
  }, [started, finish]);
}

function Address({ url, host }: Started) {
  return (
    <>
      <p className="small">
        {rich('You sign in at {host}: {url}', { host: <b>{host}</b>, url: <code>{url}</code> })}
      </p>
      <a className="button primary" href={url} target="_blank" rel="noopener noreferrer">
        <ExternalLink size={14} aria-hidden /> {t('Open {host}', { host })}
      </a>
    </>
  );
}

/** Forgets the sign-in here and revokes it at the server. */
export function SignOut({ source, title }: { source: string; title: string }) {
  const leaving = useMutation({
    mutationFn: () => remove(`/v1/agent/sources/${encodeURIComponent(source)}/sign-in`),
    onSettled: sourcesChanged,
  });
  return (
    <button
      type="button"
      className="button"
      disabled={leaving.isPending}
      onClick={() => leaving.mutate()}
      aria-label={t('Sign out of {title}', { title })}
    >
      <LogOut size={14} aria-hidden /> {t('Sign out')}
    </button>
  );
}

/** What an authorization server answered, by the page it led back to. */
interface Answer {
  state: string;
  code?: string;
  iss?: string;
  error?: string;
}

/** By what an answer is known to be the one to this address. */
function stateIn(url: string): string | undefined {
  return new URL(url).searchParams.get('state') ?? undefined;
}

/** Asks for the user's token where a backend is asked with it: a source's, or that of the tool whose call was refused. */
export function OwnToken({ source, tool = '' }: { source?: unknown; tool?: string }) {
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
