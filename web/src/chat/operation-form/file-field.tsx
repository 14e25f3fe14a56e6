import { Suspense, useState } from 'react';
import type { FormField } from '../../../../packages/client/src/forms/form-fields.js';
import { useRunningPlugins } from '../../api/queries.js';
import { attachers } from '../../registry/registry.js';

/** A file by its id: uploaded here, or the id of one that was uploaded before. */
export function FileField({
  id,
  field: { value },
  onChange,
}: {
  id: string;
  field: FormField;
  onChange: (value: unknown) => void;
}) {
  const [tray, setTray] = useState<HTMLElement | null>(null);
  const [upload] = useState(() => crypto.randomUUID());
  const plugins = useRunningPlugins();
  return (
    <>
      <input
        id={id}
        className="field"
        aria-describedby={`${id}-notes`}
        value={typeof value === 'string' ? value : ''}
        onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
      />
      <div>
        <Suspense>
          {attachers(plugins).map((Attach, index) => (
            <Attach
              key={index}
              tray={tray}
              conversationId={upload}
              onAttached={({ ids }) => {
                if (ids.length > 0) onChange(ids.at(-1));
              }}
            />
          ))}
        </Suspense>
      </div>
      <div ref={setTray} />
    </>
  );
}
