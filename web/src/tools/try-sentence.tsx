import { Search } from 'lucide-react';
import type { AgentInfo } from '../api/types.js';
import { subjectOf } from '../chat/contexts.js';
import { FailedQuery } from '../ui/notice.js';
import type { Asked } from './asked.js';
import { useSelection } from './queries.js';
import { SelectionResult } from './selection-result.js';
import { t } from '../texts/core.js';
import styles from './try-sentence.module.css';

/** What the form says and who is told. */
interface Props {
  agents: readonly AgentInfo[];
  /** Names of the catalogue: what can be shown. */
  known: ReadonlySet<string>;
  /** What is written at the moment. */
  draft: Asked;
  /** What is asked: the draft once the user stops typing. */
  asked: Asked;
  onDraft: (next: Asked) => void;
  /** Asks at once. */
  onAsk: (next: Asked) => void;
  onShow: (name: string) => void;
}

/** A sentence, and below it what a chat would be offered for it. */
export function TrySentence({ agents, known, draft, asked, onDraft, onAsk, onShow }: Props) {
  const answer = useSelection(asked);
  const empty = asked.sentence.trim() === '';
  return (
    <section className={`card ${styles.card}`} aria-labelledby="try-title">
      <h2 id="try-title">{t('Try a sentence')}</h2>
      <SentenceForm agents={agents} draft={draft} onDraft={onDraft} onAsk={onAsk} />
      {empty && (
        <p className="quiet small">
          {t('Write what a user might say, or pick an example of a tool. No model is called.')}
        </p>
      )}
      {!empty && answer.isError && <FailedQuery error={answer.error} again={answer.refetch} />}
      {!empty && answer.isPending && !answer.isError && (
        <p className="quiet small" role="status">
          {t('Selecting…')}
        </p>
      )}
      {!empty && answer.data !== undefined && (
        <SelectionResult
          answer={answer.data}
          sentence={asked.sentence}
          stale={answer.isPlaceholderData}
          known={known}
          onShow={onShow}
        />
      )}
    </section>
  );
}

function SentenceForm({
  agents,
  draft,
  onDraft,
  onAsk,
}: Pick<Props, 'agents' | 'draft' | 'onDraft' | 'onAsk'>) {
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        onAsk({ ...draft });
      }}
    >
      <Contexts agents={agents} draft={draft} onAsk={onAsk} />
      <div className={styles.line}>
        <label className={styles.sentence}>
          <span className="visually-hidden">{t('Sentence')}</span>
          <input
            className="field"
            value={draft.sentence}
            placeholder={t('e.g. sort it by price, highest first')}
            autoComplete="off"
            maxLength={4000}
            onChange={(event) => onDraft({ ...draft, sentence: event.target.value })}
          />
        </label>
        <button type="submit" className="button primary" disabled={draft.sentence.trim() === ''}>
          <Search size={14} aria-hidden />
          {t('Try')}
        </button>
      </div>
      <details className={styles.more} open={draft.earlier !== '' || undefined}>
        <summary>
          {t('Earlier messages')}
          {draft.earlier === '' ? '' : ' (included)'}
        </summary>
        <textarea
          className="field"
          rows={2}
          aria-label={t('Earlier messages, one per line')}
          placeholder={t('Earlier messages of the user, one per line')}
          value={draft.earlier}
          onChange={(event) => onDraft({ ...draft, earlier: event.target.value })}
        />
      </details>
    </form>
  );
}

function Contexts({ agents, draft, onAsk }: Pick<Props, 'agents' | 'draft' | 'onAsk'>) {
  const subject = subjectOf(draft.contextType);
  return (
    <div className={styles.contexts}>
      <fieldset className={styles.segments}>
        <legend className="visually-hidden">{t('Context')}</legend>
        {agents.map(({ context_type, title }) => (
          <label key={context_type}>
            <input
              type="radio"
              name="context"
              checked={draft.contextType === context_type}
              onChange={() => onAsk({ ...draft, contextType: context_type })}
            />
            <span>{title}</span>
          </label>
        ))}
      </fieldset>
      {subject !== undefined && (
        <label className={styles.open}>
          <input
            type="checkbox"
            checked={draft.open}
            onChange={(event) => onAsk({ ...draft, open: event.target.checked })}
          />
          {t('{noun} open', { noun: subject.noun })}
        </label>
      )}
    </div>
  );
}
