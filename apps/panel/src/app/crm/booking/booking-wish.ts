/** Initial values of a booking. */
export interface BookingWish {
  starts_at?: string;
  ends_at?: string;
  /** From which instant on a time is proposed, if none is given; at the earliest now. */
  from?: string;
  resource?: string;
  client?: { id: string; name: string };
  chat_id?: string;
  /** What can be booked; if not given, what the settings name. */
  resources?: readonly string[];
  /** Blocks the time instead; if not given, that is not offered. */
  block?: (slot: { starts_at: string; ends_at: string; resource: string }) => void;
  /** Shows what was booked; if not given, at its own address. */
  open?: (id: string) => void;
}
