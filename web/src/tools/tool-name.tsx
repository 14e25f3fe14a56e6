import { Fragment } from 'react';

/** A tool's name that breaks behind its underscores where there is no room. */
export function ToolName({ name }: { name: string }) {
  const [first = '', ...rest] = name.split('_');
  return (
    <>
      {first}
      {rest.map((word, at) => (
        <Fragment key={at}>
          _<wbr />
          {word}
        </Fragment>
      ))}
    </>
  );
}
