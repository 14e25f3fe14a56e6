import { MessageCircleQuestion } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import type { QuestionField } from '../../../src/agentloop/events.js';
import { messageOf, postJson } from '../api/client.js';
import { Notice } from '../ui/notice.js';
import { valuesOf, type ShownQuestion } from './question.js';
import { rich, t } from '../texts/core.js';
import styles from './question-card.module.css';

const ENDS = (): Readonly<Record<string, string>> => ({
  answered: t('Answered.'),
  declined: t('You declined.'),
  expired: t('It was not answered in time.'),
  cancelled: t('It is not asked any more.'),
});

/** What a server asks the user during a call: a form, or an address to open. */
export default function QuestionCard({
  question,
  end,
}: {
  question: ShownQuestion;
  /** How it ended; undefined while it waits. */
  end: string | undefined;
}) {
  const { source, message } = question;
  return (
    <section className={`card ${styles.card}`} aria-label={t('Question of {source}', { source })}>
      <p className="small">
        <MessageCircleQuestion size={14} aria-hidden />{' '}
        {rich('{source} asks you. What you answer goes to this server; never give it a password.', {
          source: <b>{source}</b>,
        })}
      </p>
      <p className={styles.message}>{message}</p>
      {end === undefined ? (
        <Answer question={question} />
      ) : (
        <p className="small quiet">{ENDS()[end] ?? end}</p>
      )}
    </section>
  );
}

function Answer({ question }: { question: ShownQuestion }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const post = (what: 'answer' | 'decline', body: object) => {
    setBusy(true);
    setProblem('');
    const path = `/v1/agent/questions/${encodeURIComponent(question.question_id)}/${what}`;
    postJson(path, body)
      .catch((error: unknown) => setProblem(messageOf(error)))
      .finally(() => setBusy(false));
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (question.mode === 'url') {
      window.open(question.url, '_blank', 'noopener,noreferrer');
      post('answer', {});
    } else
      post('answer', { content: valuesOf(question.fields, new FormData(event.currentTarget)) });
  };
  return (
    <form className={styles.card} onSubmit={submit}>
      <Asked question={question} />
      {problem !== '' && (
        <Notice tone="bad">
          <p>{problem}</p>
        </Notice>
      )}
      <div className={styles.choices}>
        <button type="submit" className="button primary" disabled={busy}>
          {question.mode === 'url' ? t('Open {host}', { host: question.host }) : t('Answer')}
        </button>
        <button
          type="button"
          className="button quiet"
          disabled={busy}
          onClick={() => post('decline', {})}
        >
          {t('Decline')}
        </button>
      </div>
    </form>
  );
}

function Asked({ question }: { question: ShownQuestion }) {
  if (question.mode !== 'url') {
    return question.fields.map((field) => <Field key={field.name} field={field} />);
  }
  return (
    <p className={styles.address}>
      {rich('It wants you to open {host}: {url}', {
        host: <b>{question.host}</b>,
        url: <code>{question.url}</code>,
      })}
    </p>
  );
}

function Field({ field }: { field: QuestionField }) {
  const { name, title, description, type, required } = field;
  const more = description !== undefined && <span className="small quiet">{description}</span>;
  if (type === 'yes_no') {
    return (
      <label className={styles.tick}>
        <input type="checkbox" name={name} defaultChecked={field.default === true} /> {title} {more}
      </label>
    );
  }
  if (type === 'choices') {
    const chosen = Array.isArray(field.default) ? field.default : [];
    return (
      <fieldset>
        <legend className="small">{title}</legend>
        {more}
        {(field.options ?? []).map((option) => (
          <label key={option.value} className={styles.tick}>
            <input
              type="checkbox"
              name={name}
              value={option.value}
              defaultChecked={chosen.includes(option.value)}
            />
            {option.title}
          </label>
        ))}
      </fieldset>
    );
  }
  return (
    <label>
      <span className="small">{required ? title : t('{title} (optional)', { title })}</span>
      {more}
      {type === 'choice' ? <Choice field={field} /> : <Typed field={field} />}
    </label>
  );
}

function Choice({
  field: { name, required, options = [], default: given },
}: {
  field: QuestionField;
}) {
  return (
    <select className="field" name={name} required={required} defaultValue={textOf(given)}>
      <option value="">{t('Choose…')}</option>
      {options.map(({ value, title }) => (
        <option key={value} value={value}>
          {title}
        </option>
      ))}
    </select>
  );
}

const INPUTS = {
  ...{ number: 'number', integer: 'number' },
  ...{ email: 'email', uri: 'url', date: 'date' },
} as const;

function Typed({ field }: { field: QuestionField }) {
  const { name, type, format, required, min, max } = field;
  const isNumber = type === 'number' || type === 'integer';
  const kind = isNumber ? type : format;
  return (
    <input
      className="field"
      name={name}
      required={required}
      autoComplete="off"
      defaultValue={textOf(field.default)}
      type={kind === undefined || kind === 'date-time' ? 'text' : INPUTS[kind]}
      {...(isNumber ? { min, max, step: type === 'integer' ? 1 : 'any' } : {})}
      {...(isNumber ? {} : { minLength: min, maxLength: max })}
    />
  );
}

function textOf(value: QuestionField['default']): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
