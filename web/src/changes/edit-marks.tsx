import { useMemo } from 'react';
import type { JsonObject } from '../../../src/foundation/json.js';
import { FieldChanges } from '../ui/field-changes.js';
import { editsIn } from './edits.js';
import { t } from '../texts/texts.js';

/** More are not read one by one. */
const SHOWN = 20;

/** What a body that is being edited has otherwise than the proposed one. */
export default function EditMarks({
  proposed,
  edited,
}: {
  proposed: JsonObject;
  edited: JsonObject;
}) {
  const edits = useMemo(() => editsIn(proposed, edited), [proposed, edited]);
  const more = edits.length - SHOWN;
  return (
    <section aria-label={t('What you changed')}>
      <h3>{t('What you changed')}</h3>
      {edits.length === 0 && (
        <p className="quiet small">{t('Nothing yet: this is what was proposed.')}</p>
      )}
      <FieldChanges changes={edits.slice(0, SHOWN)} />
      {more > 0 && <p className="quiet small">{t('And {more} more.', { more })}</p>}
    </section>
  );
}
