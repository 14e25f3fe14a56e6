import { parseJson, writeJson } from '../../../../src/foundation/exact-json.js';
import { useEffect, useRef, useState } from 'react';
import { jsonProblem } from '../parse-object.js';

/** A value that has no better field, as JSON; what is no JSON yet is said, and keeps its form from being sent. */
export function JsonField({
  id,
  value,
  onChange,
}: {
  id: string;
  value: unknown;
  onChange: (value: unknown) => void;
}) {
  const [text, setText] = useState(() => (value === undefined ? '' : writeJson(value, null, 2)));
  const [problem, setProblem] = useState<string>();
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    box.current?.setCustomValidity(problem ?? '');
  }, [problem]);
  const write = (next: string) => {
    setText(next);
    try {
      onChange(next.trim() === '' ? undefined : parseJson(next));
      setProblem(undefined);
    } catch (error) {
      setProblem(jsonProblem(error));
    }
  };
  return (
    <>
      <textarea
        ref={box}
        id={id}
        className="field mono"
        rows={4}
        spellCheck={false}
        value={text}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-problem`}
        onChange={(event) => write(event.target.value)}
      />
      <p id={`${id}-problem`} role="status" className="small">
        {problem}
      </p>
    </>
  );
}
