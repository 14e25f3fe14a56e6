import { FileText, X, type LucideIcon } from 'lucide-react';
import { useSubjects } from '../api/queries.js';
import type { ContextChip } from '../registry/plugin.js';
import { chipOf } from '../registry/registry.js';
import { title } from '../ui/format.js';
import { subjectOf, type Place } from './place.js';
import { t } from '../texts/texts.js';
import styles from './composer.module.css';

/** What the next message takes along, one chip each, which can be taken away. */
export function ContextChips({ place }: { place: Place }) {
  const taken = Object.entries(place.context);
  if (taken.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label={t('Goes with your message')}>
      {taken.map(([field, id]) => (
        <TakenChip
          key={field}
          field={field}
          id={id}
          contextType={place.contextType}
          onLeave={() => place.leave(field)}
        />
      ))}
    </ul>
  );
}

function TakenChip({
  field,
  contextType,
  ...taken
}: Taken & { field: string; contextType: string }) {
  const chip = chipOf(field);
  if (chip !== undefined) return <NamedChip chip={chip} {...taken} />;
  if (subjectOf(contextType)?.key === field) {
    return <SubjectChip contextType={contextType} {...taken} />;
  }
  return (
    <Chip Icon={FileText} noun={title(field.replace(/_id$/, ''))} name={taken.id} {...taken} />
  );
}

interface Taken {
  id: string;
  onLeave: () => void;
}

function NamedChip({ chip, ...taken }: Taken & { chip: ContextChip }) {
  const name = chip.useName(taken.id) ?? taken.id;
  return <Chip Icon={chip.Icon} noun={chip.noun} name={name} {...taken} />;
}

function SubjectChip({ contextType, ...taken }: Taken & { contextType: string }) {
  const subject = subjectOf(contextType);
  const { data } = useSubjects(subject?.path);
  const name = data?.items.find((item) => item.id === taken.id)?.name ?? taken.id;
  return (
    <Chip Icon={subject?.Icon ?? FileText} noun={subject?.noun ?? ''} name={name} {...taken} />
  );
}

function Chip({
  Icon,
  noun,
  name,
  onLeave,
}: {
  Icon: LucideIcon;
  noun: string;
  name: string;
  onLeave: () => void;
}) {
  return (
    <li className={styles.chip}>
      <Icon size={13} aria-hidden />
      <span className={styles.name}>
        <span className="quiet">{noun}</span> {name}
      </span>
      <button
        type="button"
        aria-label={t('Remove: {noun} {name}', { noun, name })}
        onClick={onLeave}
      >
        <X size={13} aria-hidden />
      </button>
    </li>
  );
}
