import type { LiveCallersService } from '../../auth/sessions/live-callers.service';
import { WaysBackService } from './ways-back.service';

const ME = { id: 'me' };

function service() {
  const asked: string[][] = [];
  const liveKeysOf = (ids: readonly string[]) => {
    asked.push([...ids]);
    return Promise.resolve(new Set(['colleague']));
  };
  return { asked, ways: new WaysBackService({ liveKeysOf } as LiveCallersService) };
}

describe('the way back of a reply', () => {
  it('is asked for once, however many replies wait', async () => {
    const { asked, ways } = service();
    const of = (sent_by: string | null) => ({ way_back: { sent_by, channel: 'phone' } });
    const waiting = [of('colleague'), of('gone'), of('me'), of(null), { way_back: null }, of('colleague')];
    const mine = await ways.thatLeadTo(waiting, { caller: ME, channel: null });
    expect(mine).toEqual([waiting[1], waiting[2], waiting[3], waiting[4]]);
    expect(asked).toHaveLength(1);
  });

  it.each([
    ['whatsapp', 'WhatsApp', true],
    ['phone', 'whatsapp', false],
    [null, 'whatsapp', true],
    ['phone', null, true],
  ])('that was asked for on %s and came on %s leads there: %s', async (channel, sent_on, leads) => {
    const way = { sent_by: 'me', channel: sent_on };
    expect(await service().ways.leadTo(way, { caller: ME, channel })).toBe(leads);
  });
});
