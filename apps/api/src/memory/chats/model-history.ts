import type { ChatMessageDto } from '@groupless/shared-dto';
import type { ModelHistory } from '@groupless/shared-dto/tool-answers';
import { AS_MODELS, QUARTERS_PER_TOKEN } from '../brief/budget/token-count';

/** The requested messages, and the budget in tokens. */
export interface Asked {
  limit?: number | undefined;
  before?: number | undefined;
  budget: number;
}

/** The newest messages that fit into a budget, and the cursor of older ones. */
export function fitted(
  chat_id: string,
  found: readonly ChatMessageDto[],
  budget: number,
  limit: number,
): ModelHistory {
  const messages = withinBudget(found, budget);
  const [oldest] = messages;
  const hasOlder = messages.length < found.length || found.length === limit;
  return { chat_id, messages, ...(hasOlder && oldest !== undefined ? { before: oldest.id } : {}) };
}

/** The cost of a message without its text: id, role and time. */
const FRAME = 100;
/** A shorter part of a message is useless. */
const LEAST = 200;

/**
 * The newest of some messages that fit into a budget. A message that does not fit loses its middle: at its end stands what came
 * of it.
 * @param messages oldest first
 * @param budget in tokens
 */
function withinBudget(messages: readonly ChatMessageDto[], budget: number): ChatMessageDto[] {
  const kept: ChatMessageDto[] = [];
  let rest = budget * QUARTERS_PER_TOKEN;
  for (const one of [...messages].reverse()) {
    rest -= FRAME;
    const cost = AS_MODELS.count(JSON.stringify(one.message));
    if (cost <= rest) kept.push(one);
    else if (rest >= LEAST) kept.push({ ...one, message: withoutMiddle(one.message, rest) });
    rest -= cost;
    if (rest <= 0) break;
  }
  return kept.reverse();
}

function withoutMiddle(text: string, cost: number): string {
  // Quotation marks and line breaks take two characters in JSON.
  const half = Math.floor(cost / 3);
  const head = text.slice(0, AS_MODELS.unitsWithin(text, half)).trimEnd();
  const backwards = [...text].reverse().join('');
  const tail = text.slice(text.length - AS_MODELS.unitsWithin(backwards, half)).trimStart();
  return `${head} … ${tail}`;
}
