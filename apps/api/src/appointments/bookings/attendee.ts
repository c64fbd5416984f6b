/**
 * The person a booking is for, if that is not the client: a family shares a phone.
 * @param given the name that the booking was made with
 * @returns null if it is the client's own name, ignoring case, accents and spaces
 */
export function attendeeOf(given: string | null, client: { name: string }): string | null {
  return given === null || folded(given) === folded(client.name) ? null : given;
}

/** Without case, accents, width, and repeated or outer spaces. */
function folded(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase().toLowerCase();
  return plain.split(/\s+/u).filter(Boolean).join(' ');
}
