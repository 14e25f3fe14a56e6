import type { JsonObject } from '../../../../src/foundation/json.js';
import { t } from '../../texts/texts.js';
import { sideWords } from '../../ui/format.js';
import { FieldChanges } from '../../ui/values.js';
import { ChangeFacts } from '../change-facts.js';
import { HiddenCharacters, Resembles } from '../change-notes.js';
import { changeOf, type Decision } from '../change.js';
import { differencesIn, fieldsIn, requestOf } from '../edits.js';
import { asSent, sentChange } from '../sent-change.js';
import styles from './plan.module.css';

/** How many fields of a change its row has, and how much of each. */
const FIELDS = 3;
const LENGTH = 120;

/** What a change of a plan does, in short: what is sent where, all that warns, and the first of its fields. */
export function StepSummary({
  decision,
  edit,
  onMore,
}: {
  decision: Decision;
  /** What is sent in its place. */
  edit: JsonObject | undefined;
  onMore: () => void;
}) {
  if (decision.stored === undefined)
    return <p className="quiet small">{t('Loading the change…')}</p>;
  const [sent, stored] = asSent(changeOf(decision.stored).data, decision.stored);
  const data = edit === undefined ? sent : sentChange(sent, edit);
  const request = requestOf(data);
  const fields = fieldsIn(data, edit ?? stored.payload);
  const more = fields.length - FIELDS;
  return (
    <div className={styles.summary}>
      <Resembles data={data} decision={decision} />
      <HiddenCharacters found={data.invisible_characters} />
      {request !== undefined && (
        <p>
          <code>{request.line}</code>
        </p>
      )}
      <ChangeFacts data={data} stored={stored} />
      <FieldChanges
        changes={fields.slice(0, FIELDS)}
        side={(_, value) => short(sideWords(value))}
      />
      {differencesIn(data)?.length === 0 && (
        <p className="quiet small">{t('Nothing: both are the same.')}</p>
      )}
      {more > 0 && (
        <button type="button" className="text-button small" onClick={onMore}>
          {t('And {more} more.', { more })}
        </button>
      )}
    </div>
  );
}

function short(words: string): string {
  return words.length > LENGTH ? `${words.slice(0, LENGTH)}…` : words;
}
