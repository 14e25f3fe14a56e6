import { useState, useSyncExternalStore, type FormEvent } from 'react';
import { queryClient } from '../api/query-client.js';
import { onSignIn, setSignInWanted, setToken, signInWanted, token } from '../api/token.js';
import { Sheet } from '../ui/sheet.js';
import styles from './sign-in.module.css';

/** Asks for a token when the server wants to know who calls; it stays in this tab only. */
export function SignIn() {
  const wanted = useSyncExternalStore(onSignIn, signInWanted);
  if (!wanted) return null;
  return (
    <Sheet title="Sign in" side="center" onClose={() => setSignInWanted(false)}>
      <TokenForm />
    </Sheet>
  );
}

function TokenForm() {
  const [value, setValue] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    become(value.trim().replace(/^Bearer\s+/i, ''));
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <p className="quiet small">
        This server requires an access token. Paste the token you were given; it is kept in this tab
        and sent with every request.
      </p>
      <label>
        <span className="small">Access token</span>
        <input
          className="field"
          type="password"
          autoComplete="off"
          autoFocus
          required
          value={value}
          onChange={(event) => setValue(event.target.value)}
        />
      </label>
      <div className={styles.buttons}>
        {token() !== undefined && (
          <button type="button" className="button quiet" onClick={() => become(undefined)}>
            Forget token
          </button>
        )}
        <button type="submit" className="button primary">
          Sign in
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
