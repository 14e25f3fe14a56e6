import { Component, type ReactNode } from 'react';
import { Notice } from './notice.js';
import { t } from '../texts/core.js';

interface Props {
  /** What is drawn: another value gets another try. */
  of: unknown;
  children: ReactNode;
}

interface State {
  of: unknown;
  failed: boolean;
}

/** Keeps something that cannot be drawn, such as a half-written body, from taking the page with it. */
export class Boundary extends Component<Props, State> {
  override state: State = { of: this.props.of, failed: false };

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true };
  }

  static getDerivedStateFromProps({ of }: Props, state: State): State | null {
    return of === state.of ? null : { of, failed: false };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return <Notice tone="warn">{t('This could not be drawn.')}</Notice>;
  }
}
