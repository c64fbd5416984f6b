import { isUnfilledPlaceholder } from '@groupless/shared-dto';

describe('an id from outside', () => {
  it.each([
    ...['{{system__conversation_id}}', 'n8n:{{ $json.sessionId }}', '${chat}', 'wa-${id}', '{{', 'a ${'],
    ...['undefined', 'null', 'None', 'NaN', '[object Object]', ' ', '\t', ' undefined '],
    ...[
      'n8n:undefined',
      'wa_1:null',
      'web-chat:None',
      'n8n:NaN',
      'n8n:[object Object]',
      'whatsapp:',
      'n8n: ',
    ],
    // Letters without a width.
    ...['\u200b', ' \u2060', 'wa:\u200b', '\u200bundefined\ufeff'],
  ])('names nothing where its placeholder was not filled: "%s"', (id) => {
    expect(isUnfilledPlaceholder(id)).toBe(true);
  });

  it.each([
    ...['4915112345678', 'whatsapp:+4915112345678', 'chat_0123456789', '0', 'false', '-', '$', '{x}', '$1'],
    // No list of words: these are names that somebody may have.
    ...[
      'unknown',
      'test',
      'none',
      'NULL',
      'Undefined',
      'nullable',
      'undefined-1',
      'n8n:wa:undefined',
      'Nina:nan',
    ],
    ...['+undefined', 'a b:undefined'],
  ])('is taken as it is elsewhere: "%s"', (id) => {
    expect(isUnfilledPlaceholder(id)).toBe(false);
  });
});
