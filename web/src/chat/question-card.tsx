import { MessageCircleQuestion } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import type { FormValues } from '../../../src/agentloop/events.js';
import type { JsonObject } from '../../../src/foundation/json.js';
import { messageOf, postJson } from '../api/client.js';
import { FieldsForm } from '../changes/form/fields-form.js';
import { Notice } from '../ui/notice.js';
import { rich, t } from '../texts/texts.js';
import { choicesOf, drawnFields, firstValues, valuesOf, type ShownQuestion } from './question.js';
import styles from './conversation.module.css';

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
      <p className={styles.message} dir="auto">
        {message}
      </p>
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
  const [values, setValues] = useState(() =>
    question.mode === 'url' ? {} : firstValues(question.fields),
  );
  const post = (what: 'answer' | 'decline', body: object) => {
    setBusy(true);
    setProblem('');
    const path = `/v1/agent/questions/${encodeURIComponent(question.question_id)}/${what}`;
    postJson(path, body)
      .catch((error: unknown) => setProblem(messageOf(error)))
      .finally(() => setBusy(false));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (question.mode === 'url') {
      window.open(question.url, '_blank', 'noopener,noreferrer');
      post('answer', {});
    } else post('answer', { content: valuesOf(question.fields, values) });
  };
  const choices = choicesOf(question);
  return (
    <form className={styles.card} onSubmit={submit}>
      {choices !== undefined ? (
        <Choices
          label={question.message}
          choices={choices}
          busy={busy}
          onChoose={(content) => post('answer', { content })}
        />
      ) : (
        <Asked question={question} values={values} onChange={setValues} />
      )}
      {problem !== '' && <Notice tone="bad">{problem}</Notice>}
      <div className={styles.choices}>
        {choices === undefined && <Submit question={question} busy={busy} />}
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

function Submit({ question, busy }: { question: ShownQuestion; busy: boolean }) {
  return (
    <button type="submit" className="button primary" disabled={busy}>
      {question.mode === 'url' ? t('Open {host}', { host: question.host }) : t('Answer')}
    </button>
  );
}

/** A lone field with few choices is answered by one click. */
function Choices({
  label,
  choices,
  busy,
  onChoose,
}: {
  label: string;
  choices: NonNullable<ReturnType<typeof choicesOf>>;
  busy: boolean;
  onChoose: (content: FormValues) => void;
}) {
  return (
    <div className={styles.choices} role="group" aria-label={label}>
      {choices.map(({ title, content }) => (
        <button
          key={title}
          type="button"
          className="button"
          disabled={busy}
          onClick={() => onChoose(content)}
        >
          {title}
        </button>
      ))}
    </div>
  );
}

function Asked({
  question,
  values,
  onChange,
}: {
  question: ShownQuestion;
  values: JsonObject;
  onChange: (values: JsonObject) => void;
}) {
  if (question.mode !== 'url') {
    return (
      <FieldsForm
        fields={drawnFields(question.fields, values)}
        onChange={([name = ''], value) => onChange({ ...values, [name]: value })}
      />
    );
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
