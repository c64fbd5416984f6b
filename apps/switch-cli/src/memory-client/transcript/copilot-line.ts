import { parsedOrNull } from '../../files/foreign-json';
import { factsOfCall, listOf, objectOf, textOf, type Fact, type Json } from './facts';
import { withoutInjected } from './injected';

/**
 * A line of the transcript that VS Code gives its hooks; null for any other line. Its documents do not promise the form: a request of
 * which nothing is found here is stored as its hook told it.
 */
export function copilotFacts(line: Json, place: string): Fact[] | null {
  const data = objectOf(line['data']);
  const at = textOf(line['timestamp']) || null;
  const said = (role: 'user' | 'assistant', text: string): Fact[] =>
    text === '' ? [] : [{ kind: 'turn', id: textOf(line['id']) || place, role, text, at }];
  switch (line['type']) {
    case 'user.message':
      return said('user', withoutInjected(textOf(data['content'])));
    case 'assistant.message':
      return [
        ...said('assistant', textOf(data['content']).trim()),
        ...listOf(data['toolRequests']).flatMap((call) =>
          factsOfCall(
            textOf(call['toolCallId']),
            textOf(call['name']),
            objectOf(parsedOrNull(textOf(call['arguments']))),
          ),
        ),
      ];
    case 'tool.execution_complete':
      return [{ kind: 'called', id: textOf(data['toolCallId']), is_ok: data['success'] === true }];
    default:
      return null;
  }
}
