import { Component, lazy, type ComponentType, type ReactNode } from 'react';
import { t } from '../texts/texts.js';
import { Notice } from './notice.js';

/** A part of the page that is loaded when it is first drawn; where it cannot be, it says so in its own place. */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const loaded = () =>
    lazy(() =>
      load().catch(() => {
        throw new LoadFailure('A part of the page did not load.');
      }),
    );
  let Part: ComponentType<Props> = loaded();
  const again = () =>
    load().then(
      () => void (Part = loaded()),
      // After an update its file has another name, which only the page of now knows.
      () => fetch(location.pathname, { method: 'HEAD' }).then(() => location.reload()),
    );
  return function LazyPart(props) {
    return <LoadBoundary again={again}>{() => <Part {...props} />}</LoadBoundary>;
  };
}

class LoadFailure extends Error {}

interface Props {
  again: () => Promise<void>;
  children: () => ReactNode;
}

class LoadBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  /** Anything else is a fault of what was loaded, which is told further out. */
  static getDerivedStateFromError(error: unknown) {
    if (error instanceof LoadFailure) return { failed: true };
    throw error;
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children();
    const onAgain = () =>
      void this.props.again().then(
        () => this.setState({ failed: false }),
        () => undefined,
      );
    return (
      <Notice tone="warn">
        <p>{t('This part of the page could not be loaded.')}</p>
        <button type="button" className="button" onClick={onAgain}>
          {t('Load again')}
        </button>
      </Notice>
    );
  }
}

interface BoundaryProps {
  /** What is drawn: another value gets another try. */
  of: unknown;
  children: ReactNode;
}

interface BoundaryState {
  of: unknown;
  failed: boolean;
}

/** Keeps something that cannot be drawn, such as a half-written body, from taking the page with it. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { of: this.props.of, failed: false };

  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { failed: true };
  }

  static getDerivedStateFromProps(
    { of }: BoundaryProps,
    state: BoundaryState,
  ): BoundaryState | null {
    return of === state.of ? null : { of, failed: false };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return <Notice tone="warn">{t('This could not be drawn.')}</Notice>;
  }
}
