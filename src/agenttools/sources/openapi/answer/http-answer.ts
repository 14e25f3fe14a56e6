/** A backend's answer, whatever its status. */
export interface HttpAnswer {
  status: number;
  /** By lower-case name. */
  headers: Readonly<Record<string, string>>;
  text: string;
}
