/** What is known of a booking before anybody has typed. */
export interface BookingWish {
  starts_at?: string;
  ends_at?: string;
  resource?: string;
  client?: { id: string; name: string };
  chat_id?: string;
}
