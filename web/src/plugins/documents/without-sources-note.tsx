import { Notice } from '../../ui/notice.js';
import { t } from './texts.js';

/** Says of an answer that it rests on nothing that a reader could look up. */
export function WithoutSourcesNote({ searched }: { searched: boolean }) {
  return (
    <Notice tone="warn">
      <p>
        {searched
          ? t('Not proven: the answer cites no document')
          : t('From the model’s memory: no document was searched')}
      </p>
    </Notice>
  );
}
