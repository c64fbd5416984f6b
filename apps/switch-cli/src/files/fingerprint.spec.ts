import { fingerprint } from './fingerprint';

describe('the fingerprint of a session', () => {
  it('does not change when the text is merely written anew', () => {
    const one = fingerprint('{"a": {"x":1, "2":[1,{"b":true}]},\n "é":"\\u00e9"}');
    expect(fingerprint('{"\\u00e9":"é","a":{"2":[1,{"b":true}],"x":1.0}}')).toBe(one);
  });

  it('changes with any value, any name and the order of a list', () => {
    const texts = ['{"a":1}', '{"a":2}', '{"b":1}', '{"a":"1"}', '{"a":[1,2]}', '{"a":[2,1]}', '{"a":null}'];
    expect(new Set(texts.map(fingerprint)).size).toBe(texts.length);
  });
});
