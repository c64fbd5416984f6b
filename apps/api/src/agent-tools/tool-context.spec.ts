import { contextOfHeaders, numberOf } from './tool-context';

/** As Node hands the bytes of a header on. */
const sent = (text: string) => Buffer.from(text).toString('latin1');

describe('what headers say of a call', () => {
  it('is nothing where there are none, or empty ones, and an empty id is told', () => {
    const nothing = {
      ...{ chat_id: null, is_call: false, caller_phone: null, project: null, place: null, call_id: null },
      warnings: [],
    };
    expect(contextOfHeaders({})).toEqual(nothing);
    expect(contextOfHeaders({ 'x-caller-phone': '' })).toEqual(nothing);
    const warnings = ['x-chat-id is a placeholder that was not filled, and counts as missing.'];
    expect(contextOfHeaders({ 'x-chat-id': '' })).toEqual({ ...nothing, warnings });
  });

  it.each(['+86282452253', 'sms:+266696687', 'Anonymous'])('has no chat that is called %s', (given) => {
    const { chat_id, warnings } = contextOfHeaders({ 'x-chat-id': given });
    expect([chat_id, warnings]).toEqual([null, ['x-chat-id is a withheld number, and counts as missing.']]);
  });

  it('is read as UTF-8', () => {
    expect(contextOfHeaders({ 'x-chat-id': sent('Jiří') }).chat_id).toBe('Jiří');
  });

  it.each(['project:a', 'Project:a', ' ＰＲＯＪＥＣＴ:a', 'x'.repeat(201)])('is never %s', (chat_id) => {
    expect(() => contextOfHeaders({ 'x-chat-id': sent(chat_id) })).toThrow('x-chat-id');
  });

  it.each([
    ['+43 664 1234567', '+43 664 1234567'],
    ['sip:+43664@example.com', 'sip:+43664@example.com'],
    ['anonymous', null],
    ['Restricted', null],
    ['+266696687', null],
    ['+2562533', null],
    ['+7378742833', null],
    ['+8656696', null],
    ['sip:+86282452253@sip.example.com', null],
    ['+86 28 2452253', null],
    ['+1862824522530', '+1862824522530'],
    ['+43 1 2562533', '+43 1 2562533'],
    [null, null],
  ])('has of the number %s: %s', (given, number) => {
    expect(numberOf(given)).toBe(number);
  });
});
