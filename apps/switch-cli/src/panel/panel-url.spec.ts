import { panelUrl } from './panel-url';

describe("the panel's address", () => {
  it('is taken as people copy it', () => {
    expect(panelUrl('https://panel.example.com/', { insecure: false })).toBe('https://panel.example.com');
    expect(panelUrl('https://example.com/crm/api/', { insecure: false })).toBe('https://example.com/crm');
  });

  it('is plain http only on this machine, unless that is asked for', () => {
    for (const host of ['localhost', '127.0.0.1', '127.9.9.9', '[::1]']) {
      expect(panelUrl(`http://${host}:3000`, { insecure: false })).toBe(`http://${host}:3000`);
    }
    for (const host of [
      'panel.example.com',
      '10.0.0.1',
      '127.0.0.1.example.com',
      'localhost.example.com',
      '0.0.0.0',
    ]) {
      expect(() => panelUrl(`http://${host}`, { insecure: false })).toThrow('plain http');
      expect(panelUrl(`http://${host}`, { insecure: true })).toBe(`http://${host}`);
    }
  });

  it('holds nothing that is a secret or no part of an address', () => {
    for (const url of [
      'panel',
      'ftp://a',
      'https://u:p@a',
      'https://a?key=1',
      'https://a#x',
      'file:///etc/passwd',
    ]) {
      expect(() => panelUrl(url, { insecure: true })).toThrow(expect.objectContaining({ exit_code: 2 }));
    }
  });
});
