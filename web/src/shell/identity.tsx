import { useInfo } from '../api/queries.js';
import { setSignInWanted, token } from '../api/token.js';

/** Who the server takes the caller for, and the way to sign in where it checks. */
export function Identity() {
  const { data } = useInfo();
  if (data === undefined) return <span />;
  if (data.auth === 'none') {
    return <span className="quiet small">No sign-in on this server</span>;
  }
  return (
    <button
      type="button"
      className="button quiet"
      onClick={() => setSignInWanted(true)}
      title={data.user_id}
    >
      {token() === undefined ? 'Sign in' : 'Change token'}
    </button>
  );
}
