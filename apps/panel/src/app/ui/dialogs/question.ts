/** Keys of texts, with what stands in their gaps. */
export interface Question {
  title: string;
  text: string;
  /** A further sentence. */
  more?: string | undefined;
  /** What the button says: the verb, never "OK". */
  action: string;
  /** What the button that changes nothing says, where “Cancel” could be misread. */
  dismiss?: string;
  params?: Record<string, unknown>;
  /** For what cannot be undone: has to be typed first. */
  typedName?: string;
  /** A box that may be ticked: what happens besides. Ask with `Confirm.askWithOption()`. */
  option?: string;
  /** Whether the box is ticked at first. */
  isOptionOn?: boolean;
  /** A text that may be added: its label, and how long it may be. Ask with `Confirm.askWithOption()`. */
  note?: { label: string; max: number };
  /** One of these is chosen, at first the first. Ask with `Confirm.askWithOption()`. */
  choices?: { label: string; values: readonly { value: string; label: string }[] };
  isDangerous?: boolean;
}

/** The user said yes. */
export interface Answer {
  /** Whether the box of the question was ticked. */
  hasOption: boolean;
  /** Of the question's choices; empty where it had none. */
  choice: string;
  /** What was added; empty where nothing was. */
  note: string;
}
