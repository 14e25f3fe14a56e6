import { defined } from '../../../../src/foundation/defined.js';
import type { Panel } from '../../registry/plugin.js';
import { BesideFrame, useRoomBeside } from '../../ui/beside.js';
import { t } from './texts.js';

/** A source that was opened beside or over the research. */
export function BesideSource({
  panel,
  onClose,
}: {
  panel: Panel | undefined;
  onClose: () => void;
}) {
  const wide = useRoomBeside();
  if (panel === undefined) return null;
  return (
    <BesideFrame title={panel.title} wide={wide} ownClose onClose={onClose}>
      {panel.render({
        back: t('Back to the research'),
        ...defined({ onClose: wide ? onClose : undefined }),
      })}
    </BesideFrame>
  );
}
