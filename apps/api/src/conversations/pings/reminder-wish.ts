import { foldName } from '@groupless/shared-dto';

/** As a whole message, in the languages of mails. */
const WORDS = {
  stop: ['stop', 'стоп', 'stopp', 'arrêt', 'arrêter', 'parar', 'detener'],
  start: ['start', 'старт', 'démarrer', 'reprendre', 'iniciar', 'empezar'],
};
const FOLDED = { stop: WORDS.stop.map(folded), start: WORDS.start.map(folded) };

/** Whether a message asks for no more reminders in the chat, or for them again; null: neither. */
export function reminderWish(text: string): 'stop' | 'start' | null {
  const word = folded(text);
  if (FOLDED.stop.includes(word)) return 'stop';
  return FOLDED.start.includes(word) ? 'start' : null;
}

/** Without accents, and without quotes and punctuation around it. */
function folded(text: string): string {
  const bare = foldName(text).normalize('NFD').replaceAll(/\p{M}/gu, '');
  return bare.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
}
