import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent, type KeyboardEvent } from 'react';
import { useResearchActions, type ResearchView } from './api.js';
import { Problem } from './problem.js';
import { t } from './texts.js';
import styles from './clarification.module.css';

const LONGEST = 9900;
/** Ends the questions; what stands behind it still counts. */
const END = '/end';

/** Answers the questions, or ends them with the plan. */
export function ReplyBox({
  research: { research_id: id, checkpoint },
}: {
  research: ResearchView;
}) {
  const [text, setText] = useState('');
  const actions = useResearchActions(id);
  const reply = useMutation({
    mutationFn: (said: string) => actions.reply(said, checkpoint?.checkpoint_id),
  });
  const said = text.trim();
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (said !== '' && !reply.isPending) reply.mutate(said);
  };
  return (
    <form className={styles.box} onSubmit={submit} aria-label={t('Your answer')}>
      <label className="visually-hidden" htmlFor="reply">
        {t('Your answer')}
      </label>
      <textarea
        id="reply"
        className="field"
        rows={3}
        maxLength={LONGEST}
        value={text}
        placeholder={t('Answer in your own words; skip what does not matter')}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          const sends = event.key === 'Enter' && !event.shiftKey;
          if (sends && !event.nativeEvent.isComposing) submit(event);
        }}
      />
      {reply.isError && <Problem error={reply.error} />}
      <div className={styles.buttons}>
        <button
          type="button"
          className="button"
          disabled={reply.isPending}
          onClick={() => reply.mutate(`${END} ${said}`.trim())}
        >
          <code>{END}</code> {t('Enough, make a plan')}
        </button>
        <button type="submit" className="button primary" disabled={said === '' || reply.isPending}>
          {reply.isPending ? t('Sending…') : t('Answer')}
        </button>
      </div>
    </form>
  );
}
