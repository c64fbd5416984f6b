import { Blob as NodeBlob } from 'node:buffer';
import { readFirstRows } from './csv-rows';
import { dateOrders } from './date-orders';

// jsdom's own cannot be read in pieces.
beforeAll(() => Object.assign(globalThis, { Blob: NodeBlob }));

async function ordersOf(...lines: string[]) {
  const text = new Blob([lines.join('\n')]);
  return dateOrders(text, await readFirstRows(text, 3));
}

describe('the order of dates', () => {
  it('is told by the first rows, or by any other', async () => {
    expect(await ordersOf('Name,Born,Seen', 'Ada,3.4.1980,3/4/2026', 'Bo,,5/6/2026')).toEqual([
      null,
      'day_first',
      null,
    ]);
    const others = ['Cy,,1/2/2026', 'Di,,12/31/2026'];
    expect(await ordersOf('Name,Born,Seen', 'Ada,,3/4/2026', 'Bo,,', ...others)).toEqual([
      ...[null, null, 'month_first'],
    ]);
  });

  it('is looked for in a column that is called as a time, also where it begins empty', async () => {
    expect(await ordersOf('Name,Last seen', 'Ada,', 'Bo,', 'Cy,', 'Di,31/12/2026')).toEqual([
      ...[null, 'day_first'],
    ]);
  });
});
