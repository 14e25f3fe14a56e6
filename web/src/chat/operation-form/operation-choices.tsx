import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
import type { EventData, ShownOperation } from '../../../../src/agentloop/events.js';
import { getJson, isGone } from '../../api/client.js';
import type { FormRequest } from '../../run/run-items.js';
import { Notice } from '../../ui/notice.js';
import { t, formatLocale } from '../../texts/texts.js';
import { OperationForm } from './operation-form.js';
import styles from './operation-form.module.css';

/** Where a form stands on the server: until when it can be sent, and when it was. */
interface FormState {
  expires_at: string;
  sent_at?: string;
}

interface ChoicesProps {
  form: EventData['operation_form'];
  /** Begins the run of a form; undefined while another run answers. */
  onForm: ((request: FormRequest) => Promise<unknown>) | undefined;
}

const isPast = (time: string): boolean => new Date(time) <= new Date();

/** The operations that fit a message, each to be opened and filled in. */
export default function OperationChoices({ form, onForm }: ChoicesProps) {
  const { form_id: id, operations, opens } = form;
  const queries = useQueryClient();
  const key = ['operation-form', id];
  const { data, error } = useQuery({
    queryKey: key,
    queryFn: () => getJson<FormState>(`/v1/agent/forms/${encodeURIComponent(id)}`),
  });
  const [chosen, choose] = useState<string | undefined>(opens ? operations[0]?.tool : undefined);
  const [again, setAgain] = useState(false);
  const isOver = isGone(error) || isPast(data?.expires_at ?? form.expires_at);
  const isSent = data?.sent_at !== undefined && !again;
  const send =
    onForm &&
    ((request: FormRequest) =>
      onForm(request).then(async () => {
        setAgain(false);
        await queries.invalidateQueries({ queryKey: key });
      }));
  return (
    <section className={styles.choices} aria-label={t('Operations that fit')}>
      {isOver && (
        <Notice>
          <p>{t('This form has expired. Send the message again to get a new one.')}</p>
        </Notice>
      )}
      {!isOver && isSent && (
        <p className="small quiet">
          {t('Sent at {time}.', { time: timeOf(data.sent_at) })}{' '}
          <button type="button" className="text-button" onClick={() => setAgain(true)}>
            {t('Fill it in again')}
          </button>
        </p>
      )}
      {operations.map((operation) => (
        <Choice
          key={operation.tool}
          operation={operation}
          isOpen={operation.tool === chosen && !isOver && !isSent}
          isOver={isOver || isSent}
          onToggle={() => choose(operation.tool === chosen ? undefined : operation.tool)}
        >
          <OperationForm formId={id} operation={operation} onSend={send} />
        </Choice>
      ))}
    </section>
  );
}

function Choice({
  operation: { title, description, effect },
  isOpen,
  isOver,
  onToggle,
  children,
}: {
  operation: ShownOperation;
  isOpen: boolean;
  isOver: boolean;
  onToggle: () => void;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <div className={`card ${styles.choice}`}>
      <button
        type="button"
        className={styles.head}
        aria-expanded={isOpen}
        aria-controls={id}
        disabled={isOver}
        onClick={onToggle}
      >
        <span className={styles.title}>
          <b>{title}</b>{' '}
          <span className={`badge ${effect === 'read' ? 'info' : 'warn'}`}>
            {effect === 'read' ? t('Reads') : t('Changes something')}
          </span>
        </span>
        {description !== title && (
          <span className={`small quiet ${styles.what}`}>{description}</span>
        )}
      </button>
      <div id={id}>{isOpen && children}</div>
    </div>
  );
}

function timeOf(moment = ''): string {
  const style = { dateStyle: 'medium', timeStyle: 'short' } as const;
  return new Date(moment).toLocaleString(formatLocale, style);
}
