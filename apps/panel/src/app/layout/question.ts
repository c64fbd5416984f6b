/** Keys of texts, with what stands in their gaps. */
export interface Question {
  title: string;
  text: string;
  /** What the button says: the verb, never "OK". */
  action: string;
  /** What the button that changes nothing says, where “Cancel” could be misread. */
  dismiss?: string;
  params?: Record<string, unknown>;
  /** For what cannot be undone: has to be typed first. */
  typed_name?: string;
  is_dangerous?: boolean;
}
