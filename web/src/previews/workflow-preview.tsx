import { JsonBlock } from '../ui/json-block.js';
import type { WorkflowPreviewProps } from './props.js';

/** The proposed rule and, for a change, what differs from the stored one. */
export default function WorkflowPreview({ data }: WorkflowPreviewProps) {
  return (
    <>
      {data['diff'] !== undefined && (
        <section>
          <h3>What changes</h3>
          <JsonBlock value={data['diff']} label="What changes" />
        </section>
      )}
      <section>
        <h3>The rule</h3>
        <JsonBlock value={data.workflow} label="The rule as JSON" />
      </section>
    </>
  );
}
