import { BookCopy, FileText, Table2, Workflow, X } from 'lucide-react';
import { useDocument } from '../plugins/documents/api.js';
import { useDraft } from '../api/library.js';
import { useSubjects } from '../api/queries.js';
import { subjectOf } from './contexts.js';
import type { Place } from './place.js';
import styles from './context-chips.module.css';

/** What the next message takes along, one chip each, which can be taken away. */
export function ContextChips({ place }: { place: Place }) {
  const taken = Object.entries(place.context);
  if (taken.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label="Goes with your message">
      {taken.map(([key, id]) => (
        <TakenChip
          key={key}
          name={key}
          id={id}
          contextType={place.contextType}
          onLeave={() => place.leave(key)}
        />
      ))}
    </ul>
  );
}

function TakenChip({ name, ...rest }: Taken & { name: string; contextType: string }) {
  if (name === 'draft_id') return <DraftChip {...rest} />;
  if (name === 'document_id') return <DocumentChip {...rest} />;
  if (name === 'kb_id') return <BaseChip {...rest} />;
  return <SubjectChip {...rest} />;
}

interface Taken {
  id: string;
  onLeave: () => void;
}

function DocumentChip({ id, onLeave }: Taken) {
  const name = useDocument(id).data?.title ?? id;
  return <Chip {...{ name, onLeave }} Icon={FileText} kind="Document" />;
}

function BaseChip({ id, onLeave }: Taken) {
  return <Chip {...{ onLeave }} name={id} Icon={BookCopy} kind="Knowledge base" />;
}

function SubjectChip({ contextType, id, onLeave }: Taken & { contextType: string }) {
  const { data } = useSubjects(subjectOf(contextType)?.path);
  const name = data?.items.find((item) => item.id === id)?.name ?? id;
  const isRule = contextType === 'workflow';
  const Icon = isRule ? Workflow : Table2;
  return <Chip {...{ Icon, name, onLeave }} kind={isRule ? 'Rule' : 'Table'} />;
}

function DraftChip({ id, onLeave }: Taken) {
  const name = useDraft(id).data?.name ?? id;
  return <Chip {...{ name, onLeave }} Icon={FileText} kind="Draft" />;
}

function Chip({
  Icon,
  kind,
  name,
  onLeave,
}: {
  Icon: typeof FileText;
  kind: string;
  name: string;
  onLeave: () => void;
}) {
  return (
    <li className={styles.chip}>
      <Icon size={13} aria-hidden />
      <span className={styles.name}>
        <span className="quiet">{kind}</span> {name}
      </span>
      <button type="button" aria-label={`Leave out: ${kind} ${name}`} onClick={onLeave}>
        <X size={13} aria-hidden />
      </button>
    </li>
  );
}
