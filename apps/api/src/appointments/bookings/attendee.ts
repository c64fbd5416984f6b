/**
 * For whom a booking is, where that is not the client: a family shares a phone.
 * @param given the name that the booking was made with
 * @returns null where it is the client's own, however it is written
 */
export function attendeeOf(given: string | null, client: { name: string }): string | null {
  return given === null || folded(given) === folded(client.name) ? null : given;
}

/** Without case, accents, width, and repeated or outer spaces. */
function folded(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase().toLowerCase();
  return plain.split(/\s+/u).filter(Boolean).join(' ');
}
