import { JsonBlock } from '../ui/json-block.js';
import type { TablePreviewProps } from './props.js';

/** The proposed table with its sample rows and, for a change, what differs from the stored one. */
export default function TablePreview({ data }: TablePreviewProps) {
  return (
    <>
      {data['rows'] !== undefined && (
        <section>
          <h3>Live rows</h3>
          <JsonBlock value={data['rows']} label="Live rows" />
        </section>
      )}
      {data['diff'] !== undefined && (
        <section>
          <h3>What changes</h3>
          <JsonBlock value={data['diff']} label="What changes" />
        </section>
      )}
      <section>
        <h3>The table</h3>
        <JsonBlock value={data.config} label="The table as JSON" />
      </section>
    </>
  );
}
