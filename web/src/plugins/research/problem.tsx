import { ApiProblem, messageOf } from '../../api/client.js';
import { Notice } from '../../ui/notice.js';

/** A refusal of the server in its own words, with what it says of each field. */
export function Problem({ error }: { error: unknown }) {
  const message = messageOf(error);
  const details = error instanceof ApiProblem && error.status !== 409 ? error.details : [];
  // Most messages say it all already.
  const more = details.filter((detail) => !message.includes(detail.message));
  return (
    <Notice tone="bad">
      <div>
        <p>{message}</p>
        {more.map(({ path, message: words }, index) => (
          <p key={index}>{path === undefined ? words : `${path}: ${words}`}</p>
        ))}
      </div>
    </Notice>
  );
}
