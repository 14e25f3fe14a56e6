/** Neighbouring events as they go over the wire: `text` holds the frames `first` to `last`. */
export interface FrameBatch {
  first: number;
  last: number;
  text: string;
}
