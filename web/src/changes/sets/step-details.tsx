import { Suspense, useState } from 'react';
import type { JsonObject } from '../../../../src/foundation/json.js';
import { changeViewOf } from '../../registry/registry.js';
import { Boundary } from '../../ui/boundary.js';
import { changeOf, type ChangeViewProps } from '../change.js';
import DefaultView from '../default-view.js';
import { BodyEditor, type BodyText } from '../form/body-editor.js';
import { splitGuards } from '../guards.js';
import { RejectForm } from '../reject-form.js';
import { Origins } from '../origins.js';
import { Resembles } from '../resembles.js';
import { useDecision } from '../use-decision.js';
import { useEditedBody } from '../use-edited-body.js';
import type { SetStep } from './change-set.js';
import { t } from '../../texts/core.js';
import styles from './plan.module.css';

interface DetailsProps {
  step: SetStep;
  edit: JsonObject | undefined;
  locked: boolean;
  onEdit: (value: JsonObject | undefined) => void;
}

type Mode = 'look' | 'edit' | 'reject';

/** All that is known of one change of a plan, and the ways to edit it or leave it out for good. */
export function StepDetails(props: DetailsProps) {
  const { step, edit, onEdit } = props;
  const { preview_id: id, kind, state } = step;
  const decision = useDecision(id);
  const draft = useEditedBody(kind, state === 'waiting' ? edit : undefined);
  const [mode, setMode] = useState<Mode>('look');
  const { stored } = decision;
  if (stored === undefined) return <p className="quiet small">{t('Loading the change…')}</p>;
  const { shown, guards } = splitGuards(stored.payload, changeViewOf(kind)?.guards);
  const done = () => setMode('look');
  return (
    <div className={styles.details}>
      {mode === 'edit' ? (
        <EditStep
          kind={kind}
          body={edit ?? shown}
          source={stored.source}
          onDone={done}
          onEdit={(value) => onEdit({ ...value, ...guards })}
        />
      ) : (
        <>
          <Resembles data={changeOf(stored).data} decision={decision} />
          <Drawn kind={kind} data={changeOf(stored).data} decision={decision} draft={draft} />
          <Origins data={changeOf(stored).data} decision={decision} />
        </>
      )}
      {mode === 'reject' && <RejectForm decision={decision} onBack={done} />}
      {mode === 'look' && state === 'waiting' && <Ways {...props} onMode={setMode} />}
    </div>
  );
}

function Drawn({ kind, ...props }: ChangeViewProps & { kind: string }) {
  const View = changeViewOf(kind)?.View ?? DefaultView;
  return (
    <Suspense fallback={<p className="quiet small">{t('Loading the change…')}</p>}>
      <Boundary of={props.draft?.value ?? props.data}>
        <View {...props} />
      </Boundary>
    </Suspense>
  );
}

function Ways({ edit, locked, onEdit, onMode }: DetailsProps & { onMode: (mode: Mode) => void }) {
  return (
    <div className={styles.buttons}>
      <button type="button" className="button" disabled={locked} onClick={() => onMode('edit')}>
        {t('Edit')}
      </button>
      {edit !== undefined && (
        <button type="button" className="button" onClick={() => onEdit(undefined)}>
          {t('Drop my edit')}
        </button>
      )}
      <button type="button" className="button" disabled={locked} onClick={() => onMode('reject')}>
        {t('Reject this change')}
      </button>
    </div>
  );
}

/** The edit counts when it is taken over, and is sent when the plan is accepted. */
function EditStep({
  kind,
  body,
  source,
  onEdit,
  onDone,
}: {
  kind: string;
  body: JsonObject;
  source: unknown;
  onEdit: (value: JsonObject) => void;
  onDone: () => void;
}) {
  const [edited, setEdited] = useState<BodyText>({ value: body, problem: undefined });
  const { value, problem } = edited;
  return (
    <form
      className={styles.edit}
      onSubmit={(event) => {
        event.preventDefault();
        if (value === undefined) return;
        onEdit(value);
        onDone();
      }}
    >
      <BodyEditor kind={kind} body={body} source={source} onChange={setEdited}>
        <p role="status" className={`small ${styles.bad}`}>
          {problem}
        </p>
      </BodyEditor>
      <div className={styles.buttons}>
        <button type="submit" className="button primary" disabled={value === undefined}>
          {t('Use this')}
        </button>
        <button type="button" className="button quiet" onClick={onDone}>
          {t('Back')}
        </button>
      </div>
    </form>
  );
}
