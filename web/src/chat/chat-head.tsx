import { useInfo, useSubjects } from '../api/queries.js';
import { subjectOf } from './contexts.js';
import { AUTO, type Place } from './place.js';
import { t } from '../texts/core.js';
import styles from './conversation.module.css';

/** Who answers the next message, which the server finds out unless the user says, and what is open. */
export function ChatHead({ place }: { place: Place }) {
  const { data } = useInfo();
  const agents = data?.agents ?? [];
  return (
    <header className={styles.head}>
      <h1 className="visually-hidden">{t('Chat')}</h1>
      <label className={styles.label}>
        <span className="visually-hidden">{t('Agent')}</span>
        <select
          className="field"
          value={place.contextType}
          onChange={(event) => place.setContextType(event.target.value)}
        >
          {agents.length !== 1 && <option value={AUTO}>{t('Auto')}</option>}
          {agents.length === 0 && place.contextType !== AUTO && (
            <option value={place.contextType}>{place.contextType}</option>
          )}
          {agents.map(({ context_type, title }) => (
            <option key={context_type} value={context_type}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <SubjectSelect place={place} />
    </header>
  );
}

function SubjectSelect({ place }: { place: Place }) {
  const subject = subjectOf(place.contextType);
  const { data, isError } = useSubjects(subject?.path);
  if (subject === undefined) return null;
  const items = data?.items ?? [];
  const known = place.subjectId === '' || items.some(({ id }) => id === place.subjectId);
  return (
    <label className={styles.label}>
      <span className="visually-hidden">{subject.label}</span>
      <select
        className="field"
        value={place.subjectId}
        onChange={(event) => place.setSubjectId(event.target.value)}
      >
        <option value="">{isError ? t('The list could not be loaded') : subject.none}</option>
        {!known && <option value={place.subjectId}>{place.subjectId}</option>}
        {items.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
