import { fillScreens } from './fill-screens';
import { goWithin, panelInBrowser, SIZES } from './panel-in-browser';
import { filledScreens, isShown, PUBLIC_SCREENS, type RowIds } from './screens';
import { faultsOfTabWalk } from './tab-walk';

// Every screen takes its time.
jest.setTimeout(1_200_000);

describe('Tab goes through each screen of the panel, and one sees where it is', () => {
  const panel = panelInBrowser();
  let ids: RowIds;
  beforeAll(async () => {
    ids = await fillScreens(panel.t);
  });

  it.each(['desktop', 'phone'] as const)('on the size of a %s', async (size) => {
    const { page } = await panel.openAs('admin', '/', { viewport: SIZES[size] });
    const found: Record<string, string[]> = {};
    for (const { path, shows } of filledScreens(ids)) {
      await goWithin(page, path);
      await isShown(page, shows);
      const faults = await faultsOfTabWalk(page);
      if (faults.length > 0) found[path] = faults;
    }
    expect(found).toEqual({});
  });

  it('without a log-in', async () => {
    const { page } = await panel.open();
    for (const { path, shows } of PUBLIC_SCREENS) {
      await page.goto(path);
      await isShown(page, shows);
      expect(await faultsOfTabWalk(page)).toEqual([]);
    }
  });
});
