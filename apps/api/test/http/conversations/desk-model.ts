import type { ClientDto, ConversationDto } from '@groupless/shared-dto';

/** Numbers between 0 and 1 by the generator mulberry32. */
export function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A chat as it ought to be. */
export class ModelChat {
  /** Of the API; null until the agent has told of it. */
  id: string | null = null;
  status: ConversationDto['status'] = 'open';
  holder: string | null = null;
  phone: string | null = null;
  /** The client whom a person chose, with those who were ever merged with that one; null: nobody chose. */
  chosen: Set<string> | null = null;
  /** Whether a person tied it to nobody. */
  isUntied = false;
  /** Who booked in it, with those who were ever merged with one of them. */
  readonly bookers = new Set<string>();
  readonly fromCustomer: string[] = [];
  readonly fromAgent: string[] = [];
  readonly fromTeam: string[] = [];
  readonly delivered: string[] = [];

  constructor(
    readonly chat_id: string,
    readonly channel: string,
  ) {}
}

interface Absorbed {
  id: string;
  numbers: string[];
}

/** Whose numbers they are: those of a client itself, and those of the ones that were merged into it. */
export class ModelNumbers {
  /** Of each client who was merged, into whom. */
  readonly mergedInto = new Map<string, string>();
  private readonly absorbed = new Map<string, Absorbed>();

  merge(kept: string, merged: ClientDto): void {
    this.mergedInto.set(merged.id, kept);
    this.absorbed.set(merged.id, { id: merged.id, numbers: numbersOf(merged) });
  }

  undo(merged_id: string): void {
    this.mergedInto.delete(merged_id);
    this.absorbed.delete(merged_id);
  }

  /** With a client those end who were merged into it. */
  remove(id: string): void {
    for (const [merged, kept] of [...this.mergedInto]) {
      if (kept !== id) continue;
      this.undo(merged);
      this.remove(merged);
    }
  }

  owners(phone: string, clients: readonly ClientDto[]): Set<string> {
    const own = clients.filter((client) => numbersOf(client).includes(phone)).map(({ id }) => id);
    const merged = [...this.absorbed.values()].filter(({ numbers }) => numbers.includes(phone));
    return new Set([...own, ...merged.map(({ id }) => this.keptOf(id))]);
  }

  private keptOf(id: string): string {
    const kept = this.mergedInto.get(id);
    return kept === undefined ? id : this.keptOf(kept);
  }
}

export function numbersOf({ phone, other_phones }: ClientDto): string[] {
  return [...(phone === null ? [] : [phone]), ...other_phones.map((other) => other.phone)];
}

/** Adds those with whom a client of the set is, or was, one. */
export function widen(set: Set<string>, one: string, other: string): void {
  if (set.has(one) || set.has(other)) set.add(one).add(other);
}

/**
 * What is wrong with the client of a chat; null where nothing is. A tie that nobody chose is to one who has the number of the
 * chat; a number that nobody has any more leaves it with whom it was.
 */
export function wrongTie(
  chat: ModelChat,
  { client_id, client_tied_by }: ConversationDto,
  owners: Set<string>,
): string | null {
  if (chat.isUntied) return client_id === null ? null : 'is tied though a person untied it';
  if (client_id === null)
    return chat.chosen === null && chat.phone !== null && owners.size === 1 && chat.status !== 'closed'
      ? 'is nobody’s though one client has its number'
      : null;
  if (chat.chosen !== null) return chat.chosen.has(client_id) ? null : 'is not the one whom a person chose';
  // What was closed before the number moved is history.
  if (chat.status === 'closed') return null;
  // Who booked in it is tied by that, whatever number is told of the chat for the first time later.
  if (client_tied_by === 'booking' && chat.bookers.has(client_id)) return null;
  if (chat.phone !== null && owners.size > 0)
    return owners.has(client_id) ? null : 'is of somebody who has not its number';
  return chat.phone !== null || chat.bookers.has(client_id) ? null : 'is of somebody who did not book in it';
}
